/** Escapes text for an HTML page or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A whole page. `body` and `head` are HTML already. */
export function pageShell(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/page.css">
${head}
</head>
<body>
<header class="top"><a href="/">Local sandbox</a><nav><a href="/about">About</a><a href="/wallet">Wallet</a><a href="/support">Support</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`
}

/** A list of names and values. The values are HTML already. */
export function factList(facts: readonly (readonly [name: string, html: string])[]): string {
  return `<dl>${facts.map(([name, html]) => `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>`).join('')}</dl>`
}
