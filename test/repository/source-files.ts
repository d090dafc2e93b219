import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A source file: its path from the root, with `/`, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

const roots = ['lib', 'components', 'entrypoints', 'test']
const rootFiles = ['wxt.config.ts', 'vitest.config.ts']

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(path) : [path]
  })
}

/** Returns every file in the source folders with one of these endings. */
export function filesEnding(...endings: readonly string[]): SourceFile[] {
  const paths = [...roots.flatMap(walk), ...rootFiles]
  return paths
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(path), 'utf8') }))
}

/** All TypeScript, tests included. */
export const allSources: readonly SourceFile[] = filesEnding('.ts', '.tsx')

/** The TypeScript of the product. */
export const packedSources: readonly SourceFile[] = allSources.filter((file) =>
  /^(lib|components|entrypoints)\//.test(file.path),
)

/** Replaces comments by spaces, so that line numbers stay the same. */
export function withoutComments({ text }: Pick<SourceFile, 'text'>): string {
  const blank = (match: string) => match.replace(/[^\n]/g, ' ')
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|\s)\/\/.*$/gm, blank)
}

/** Returns `path:line text` of every line that matches outside comments. */
export function placesOf(pattern: RegExp, files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    withoutComments(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1} ${line.trim()}`] : [])),
  )
}
