// A table of numbers, and the same as text that spreadsheets read.

export interface Table {
  caption: string; // what the numbers are
  corner?: string; // above the heads of the rows
  columns: string[]; // with units
  rows: TableRow[];
  digits?: number; // that count; 5 unless said
}

export interface TableRow {
  head?: string | number; // a number is a time in seconds
  numbers: ArrayLike<number>;
}

// All digits of every number; names as spreadsheets read them.
export function csv(table: Table): string {
  const hasHeads = table.rows.some((row) => row.head !== undefined);
  const heads = [...(hasHeads ? [table.corner ?? ""] : []), ...table.columns];
  const lines = table.rows.map((row) => [
    ...(hasHeads ? [quoted(String(row.head ?? ""))] : []),
    ...Array.from(row.numbers, (value) => (Number.isNaN(value) ? "" : String(value))),
  ]);
  return [heads.map(quoted), ...lines].map((fields) => fields.join(",")).join("\n") + "\n";
}

// A name that begins like a formula gets a space in front: a spreadsheet would compute it.
function quoted(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text));
  const safe = isFormula ? ` ${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
