;;; groundrules-mode.el --- Rulesets of dice and card games  -*- lexical-binding: t; -*-

;; Put this file on your load path, and write (require 'groundrules-mode) into your init file.
;; M-x eglot in a ruleset starts the language server; Eglot comes with Emacs 29.

;;; Code:

(define-derived-mode groundrules-mode prog-mode "Ground Rules"
  "Major mode for rulesets."
  (modify-syntax-entry ?# "<")
  (modify-syntax-entry ?\n ">")
  (modify-syntax-entry ?_ "_")
  (setq-local comment-start "# "
              indent-tabs-mode nil
              tab-width 2))

(add-to-list 'auto-mode-alist '("\\.rules\\'" . groundrules-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(groundrules-mode . ("groundrules" "lsp"))))

(provide 'groundrules-mode)
;;; groundrules-mode.el ends here
