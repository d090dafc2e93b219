import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Returns the gzipped bytes of files, each compressed separately as a server would. */
export function gzipBytes(folder: string, paths: Iterable<string>): number {
  let bytes = 0
  for (const path of paths) bytes += gzipSync(readFileSync(join(folder, path)), { level: 9 }).length
  return bytes
}

/** Returns all scripts that a page loads first: its script tags and their static imports, recursively. */
export function staticScripts(folder: string, pagePath: string): Set<string> {
  const html = readFileSync(join(folder, pagePath), 'utf8')
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const text = readFileSync(join(folder, path), 'utf8')
    // Minified: `import{a as b}from"./x.js"`, `import"./x.js"`, `export*from"./x.js"`; never
    // `import("./x.js")`.
    for (const match of text.matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g)) {
      visit(posix.normalize(posix.join(posix.dirname(path), match[1] ?? '')))
    }
  }
  for (const match of html.matchAll(
    /<(?:script[^>]*\ssrc|link[^>]*rel="modulepreload"[^>]*\shref)="([^"]+\.js)"/g,
  )) {
    visit((match[1] ?? '').replace(/^\//, ''))
  }
  return found
}

export function contentScripts(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    content_scripts?: readonly { js?: readonly string[] }[]
  }
  return (manifest.content_scripts ?? []).flatMap((script) => script.js ?? [])
}
