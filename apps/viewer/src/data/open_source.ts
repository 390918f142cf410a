// Opens the embedded document if the page has one, otherwise the server that sent the page.

import { documentId, embeddedSource } from "./embedded_source";
import { serverSource } from "./server_source";
import type { Source } from "./source";
import { takeToken } from "./token";

export function openSource(): Source {
  const carried = document.getElementById(documentId) !== null;
  if (carried) return embeddedSource((id) => document.getElementById(id));
  const bar = {
    href: window.location.href,
    replace: (address: string) => window.history.replaceState(window.history.state, "", address),
  };
  const token = takeToken(bar, () => window.localStorage);
  return serverSource((address) => fetch(address, token === null ? {} : bearing(token)));
}

function bearing(token: string): RequestInit {
  return { headers: { Authorization: `Bearer ${token}` } };
}
