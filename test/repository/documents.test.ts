import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { allSources, filesEnding, withoutComments } from './source-files.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: { readonly [name: string]: string }
}

const documents = [
  ...readdirSync('.')
    .filter((name) => name.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ...filesEnding('.md'),
]

/** Names of browsers, packages and standards in comments, and patterns of our text keys. */
const foreignNames = [
  'key_named',
  'key_part',
  'encodeType',
  'createModel',
  'useId',
  'interactive',
  'errcodeTimeout',
]

const comments = allSources.map(({ path, text }) => ({
  path,
  text: [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].join('\n'),
}))

it('names only npm scripts that exist', () => {
  const named = [...documents, ...allSources].flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm (?:run ([a-z][\w:]*)|(test|start)\b)/g)].map(([, run, short]) => ({
      path,
      script: run ?? short ?? '',
    })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([])
})

it('runs every command as an npm script: plain `node` fails where it cannot read TypeScript', () => {
  const direct = new RegExp(['node', '(\\./)?test/'].join(' '))
  const places = [...documents, ...allSources].filter(({ text }) => direct.test(text))
  expect(places.map(({ path }) => path)).toEqual([])
})

/** Folders that commands write to; they exist only after a command ran. */
const written = /^(test-results|\.output|node_modules)\//

/** Paths in the source of wallets, in folders named like ours. */
const foreign = [
  'components/FooterBar',
  'test/e2e/page-objects/pages/confirmations/connect-account-confirmation.ts',
]

it('names only files and folders that exist', () => {
  const named = [...documents, ...comments].flatMap(({ path: page, text }) =>
    [...text.matchAll(/`([\w@.-]+\/[\w@./-]+)`/g)].map(([, path = '']) => ({ page, path })),
  )
  const folders = (page: string) => ['', 'test', dirname(page)]
  /** Other paths are URLs, packages and files of other projects. */
  const isOurs = ({ page, path }: { readonly page: string; readonly path: string }) =>
    !foreign.includes(path) &&
    !written.test(path) &&
    folders(page).some((folder) => existsSync(join(folder, path.split('/')[0] ?? '')))
  const ours = named.filter(isOurs)
  expect(ours.length).toBeGreaterThan(200)
  const missing = ours.filter(
    ({ page, path }) => !folders(page).some((folder) => existsSync(join(folder, path))),
  )
  expect(missing.map(({ page, path }) => `${page}: ${path}`)).toEqual([])
})

it('names, for each file of the walk through one swap, an export of that file', () => {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8')
  const [, section = ''] = guide.match(/^## One swap[^\n]*\n([\s\S]*?)^## /m) ?? []
  const paths = new Set([...section.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, path = '']) => path))
  const named = [...section.matchAll(/`(\w+)`\s+in\s+`([\w/.-]+\.tsx?)`/g)]
  expect(paths.size).toBeGreaterThan(20)
  expect(new Set(named.map(([, , path]) => path))).toEqual(paths)
  const missing = named.filter(([, name = '', path = '']) => {
    const isExport = new RegExp(`^export (async )?(function|const|interface|type|class) ${name}\\b`, 'm')
    return !isExport.test(readFileSync(path, 'utf8'))
  })
  expect(missing.map(([, name, path]) => `${path}: ${name}`)).toEqual([])
})

it('explains one swap with at most twelve files to read', () => {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8')
  const [, list = ''] = guide.match(/^Read these \w+ files in this order: ([\s\S]*?)\.\n\n/m) ?? []
  const paths = [...list.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.length).toBeLessThanOrEqual(12)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

it('names in comments only identifiers that the code or the texts have', () => {
  const texts = readFileSync('public/_locales/en/messages.json', 'utf8')
  const code = [texts, ...allSources.map(withoutComments)].join('\n')
  const known = new Set([...foreignNames, ...(code.match(/[A-Za-z_]\w*/g) ?? [])])
  const named = comments.flatMap(({ path, text }) =>
    [...text.matchAll(/`([a-z]\w*)`/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
})
