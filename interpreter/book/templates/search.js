// Search over the titles and words in entries.js, without a server.

const sought = document.getElementById("sought");
const list = document.getElementById("found");
const MOST = 30;

function search() {
  const words = sought.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? ENTRIES.map(entry => [score(entry, words), entry]).filter(([points]) => points > 0) : [];
  found.sort(([one], [other]) => other - one);
  document.getElementById("how-many").textContent = words.length ? `${found.length} found` : "";
  list.replaceChildren(...found.slice(0, MOST).map(([, entry]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = entry.to;
    link.textContent = entry.title;
    item.append(link);
    return item;
  }));
}

// Every word has to be there; one in the title counts most.
function score(entry, words) {
  const title = entry.title.toLowerCase();
  const text = entry.words.toLowerCase();
  let points = 0;
  for (const word of words) {
    if (title.includes(word)) points += 10;
    else if (text.includes(word)) points += 1;
    else return 0;
  }
  return points;
}

sought.addEventListener("input", search);
document.getElementById("search").addEventListener("submit", event => event.preventDefault());
search();
