// Refers to bodies and coordinates by name, so that an address remains valid after the robot's file was edited. A name
// that occurs earlier in the list, is empty or starts with "~" is written as its index: "~3".

interface Named {
  name: string;
}

export function nameOfIndex(list: readonly Named[], index: number): string {
  const { name } = list[index];
  const plain = name !== "" && !name.startsWith("~");
  return plain && list.findIndex((other) => other.name === name) === index ? name : `~${index}`;
}

// Returns -1 if there is none.
export function indexOfName(list: readonly Named[], word: string | undefined): number {
  if (!word) return -1;
  if (!word.startsWith("~")) return list.findIndex(({ name }) => name === word);
  const index = Number(word.slice(1));
  return Number.isInteger(index) && index >= 0 && index < list.length && word !== "~" ? index : -1;
}
