// A text in colours: the patterns come from the server, which knows the words of the language.

let patterns = [];

export function usePatterns(parts) {
  patterns = parts.map(part => ({ sorts: part.sorts, pattern: new RegExp(part.pattern, "muy") }));
}

// The stretches of a line, each with its sort. Within quotes, what stands in braces is coloured as outside of them.
export function* colourLine(line) {
  let at = 0;
  let quoted = false;
  let holes = 0;
  while (at < line.length) {
    if (quoted && !holes) {
      const end = /["{]/g;
      end.lastIndex = at;
      const found = end.exec(line);
      const stop = found ? found.index : line.length;
      if (stop > at) yield { text: line.slice(at, stop), sort: "string" };
      if (!found) return;
      yield { text: found[0], sort: "string" };
      quoted = found[0] !== '"';
      holes = Number(found[0] === "{");
      at = stop + 1;
    } else if (line[at] === '"') {
      yield { text: '"', sort: "string" };
      quoted = !holes;
      holes = 0;
      at += 1;
    } else if (holes && /[{}]/.test(line[at])) {
      yield { text: line[at], sort: "string" };
      holes += line[at] === "{" ? 1 : -1;
      at += 1;
    } else {
      const parts = matchAt(line, at);
      for (const part of parts) yield part;
      at += parts.reduce((sum, part) => sum + part.text.length, 0);
    }
  }
}

function matchAt(line, at) {
  for (const { pattern, sorts } of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found && found[0]) {
      if (sorts.length === 1) return [{ text: found[0], sort: sorts[0] }];
      return sorts.map((sort, group) => ({ text: found[group + 1] ?? "", sort }));
    }
  }
  return [{ text: line[at], sort: "" }];
}
