// Converts fields, each with a list of words, to the fragment of an address and back: #name=word,word&name=word.

export function writeFields(fields: ReadonlyMap<string, readonly string[]>): string {
  return [...fields].map(([name, words]) => `${name}=${words.map(encode).join(",")}`).join("&");
}

// Accepts any text. If a name occurs twice, the first one counts.
export function readFields(hash: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const field of hash.replace(/^#/, "").split("&").slice(0, 100)) {
    const equals = field.indexOf("=");
    const name = equals < 0 ? "" : field.slice(0, equals);
    if (name === "" || fields.has(name)) continue;
    fields.set(
      name,
      field
        .slice(equals + 1)
        .split(",")
        .map(decode),
    );
  }
  return fields;
}

// Readable characters stay as they are; a comma within a word is encoded. An unpaired surrogate has no encoding and is
// replaced.
function encode(word: string): string {
  const whole = word.replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "\uFFFD",
  );
  return encodeURIComponent(whole).replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%20/g, "+");
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word.replace(/\+/g, " "));
  } catch {
    return "";
  }
}
