// Fields and their lists of words as the fragment of an address: #name=word,word&name=word.

export function writeFields(fields: ReadonlyMap<string, readonly string[]>): string {
  return [...fields].map(([name, words]) => `${name}=${words.map(encode).join(",")}`).join("&");
}

// Takes anything. Of a name that stands there twice the first counts.
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

// What stays readable stays as it is; a comma within a word does not. A lone half of a surrogate pair has no encoding.
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
