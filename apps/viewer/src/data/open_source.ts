// A page that carries its document reads from itself, any other from the program that served it.

import { documentId, embeddedSource } from "./embedded_source";
import { serverSource } from "./server_source";
import type { Source } from "./source";

export function openSource(): Source {
  const carried = document.getElementById(documentId) !== null;
  return carried ? embeddedSource((id) => document.getElementById(id)) : serverSource();
}
