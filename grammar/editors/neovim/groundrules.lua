-- Rulesets in Neovim 0.8 or later: copy this file to ~/.config/nvim/plugin/groundrules.lua

vim.filetype.add({ extension = { rules = "groundrules" } })

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "groundrules", "toml" },
  callback = function(opened)
    local path = vim.api.nvim_buf_get_name(opened.buf)
    if opened.match == "toml" and not path:match("/house/[^/]+%.toml$") then
      return
    end
    vim.bo[opened.buf].commentstring = "# %s"
    vim.lsp.start({
      name = "groundrules",
      cmd = { "groundrules", "lsp" },
      root_dir = vim.fn.fnamemodify(path, ":h"),
    })
  end,
})
