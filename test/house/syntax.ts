import { parseSync } from 'vite'
import { importsByFile } from './import-graph.ts'
import { packedSources, type SourceFile } from './source-files.ts'

/** A function with a name, where it stands in its file, and what it names. */
export interface NamedFunction {
  /** The names of the functions around it, from outside in, and its own: `createRun.apply`. */
  readonly name: string
  readonly firstLine: number
  readonly lines: number
  /** Every name in its body that could be a value: a call, a component, an argument. */
  readonly names: ReadonlySet<string>
}

/** Any node of a syntax tree, as ESTree has them. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function nameOf(value: unknown): string | null {
  return isNode(value) && typeof value.name === 'string' ? value.name : null
}

/** The name that a node gives to a function it holds, and that function; null for any other node. */
function namedIn(node: Node): { readonly name: string; readonly body: Node } | null {
  const held = { VariableDeclarator: 'init', Property: 'value', MethodDefinition: 'value' }[node.type]
  const body = node.type === 'FunctionDeclaration' ? node : held === undefined ? null : node[held]
  const name = nameOf(node.id) ?? nameOf(node.key)
  return name !== null && isNode(body) && functionTypes.has(body.type) ? { name, body } : null
}

/** The values a node names: no keys, no members, no types. */
function namesIn(node: Node, into: Set<string>): void {
  if (node.type.startsWith('TS') && !('expression' in node)) return
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') into.add(String(node.name))
  for (const child of childrenOf(node)) {
    const isKey = child === node.key && node.computed !== true && node.shorthand !== true
    const isMember = child === node.property && node.computed !== true
    if (!isKey && !isMember && child !== node.typeAnnotation && child !== node.typeArguments)
      namesIn(child, into)
  }
}

/** Every function of a file that has a name, those inside others too. */
export function functionsOf({ path, text }: SourceFile): readonly NamedFunction[] {
  const lineAt = (at: number) => text.slice(0, at).split('\n').length
  const found: NamedFunction[] = []
  const visit = (node: Node, around: string): void => {
    const named = namedIn(node)
    const name = named === null ? around : `${around}${around === '' ? '' : '.'}${named.name}`
    if (named !== null) {
      const names = new Set<string>()
      namesIn(named.body, names)
      const firstLine = lineAt(named.body.start)
      found.push({ name, firstLine, lines: lineAt(named.body.end) - firstLine + 1, names })
    }
    for (const child of childrenOf(node)) visit(child, name)
  }
  visit(parseSync(path, text).program as unknown as Node, '')
  return found
}

/** The functions of every packed file, by its path. */
export const packedFunctions: ReadonlyMap<string, readonly NamedFunction[]> = new Map(
  packedSources.map((file) => [file.path, functionsOf(file)]),
)

const importClause = /^import\s+(?!type\b)([^'"]*?)\s+from\s+'(\.[^']+)'/gm

/** Where each value that a file imports from ours comes from, by its name there. */
export function importedValues({ path, text }: SourceFile): ReadonlyMap<string, string> {
  const files = new Map((importsByFile.get(path) ?? []).map((one) => [one.specifier, one.path]))
  const found = new Map<string, string>()
  for (const [, clause = '', specifier = ''] of text.matchAll(importClause)) {
    const file = files.get(specifier)
    if (file == null) continue
    for (const part of clause.replace(/[{}]/g, '').split(',')) {
      const name = part.trim()
      if (name !== '' && !name.startsWith('type ')) found.set(name.split(/\s+as\s+/).at(-1) ?? name, file)
    }
  }
  return found
}
