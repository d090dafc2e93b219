import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allImports, findPackages, type Import, packageName } from './import-graph.ts'
import { packedSources } from './source-files.ts'

/** Folders that each folder may import, apart from itself. */
const mayImport: { readonly [folder: string]: readonly string[] } = {
  'lib/base': [],
  'lib/platform': ['lib/base'],
  'lib/deployment': ['lib/base'],
  'lib/service': ['lib/base', 'lib/deployment'],
  'lib/chain': ['lib/base', 'lib/deployment'],
  'lib/wallet': ['lib/base', 'lib/deployment'],
  'lib/storage': ['lib/base', 'lib/deployment', 'lib/platform', 'lib/service', 'lib/wallet'],
  'lib/tokens': ['lib/base', 'lib/deployment', 'lib/service', 'lib/storage', 'lib/chain'],
  'lib/quote': ['lib/base', 'lib/deployment', 'lib/service', 'lib/tokens', 'lib/chain'],
  'lib/checks': ['lib/base', 'lib/deployment', 'lib/service', 'lib/tokens', 'lib/quote'],
  'lib/review': [
    'lib/base',
    'lib/deployment',
    'lib/service',
    'lib/tokens',
    'lib/quote',
    'lib/checks',
    'lib/chain',
  ],
  'lib/order': [
    'lib/base',
    'lib/deployment',
    'lib/service',
    'lib/tokens',
    'lib/quote',
    'lib/checks',
    'lib/chain',
    'lib/review',
    'lib/wallet',
    'lib/storage',
  ],
  'lib/history': [
    'lib/base',
    'lib/deployment',
    'lib/service',
    'lib/tokens',
    'lib/quote',
    'lib/order',
    'lib/storage',
  ],
  'lib/sites': [
    'lib/base',
    'lib/deployment',
    'lib/service',
    'lib/quote',
    'lib/checks',
    'lib/review',
    'lib/order',
    'lib/wallet',
    'lib/storage',
  ],
}

/** Folders of views. They may import any rule, but from `lib/rpc` only types. */
const viewFolders = ['lib/models', 'components']

/** Files whose types any folder may import: ports, and types of stored or displayed data. */
const typeFiles = [
  'lib/chain/effects.ts',
  'lib/storage/items.ts',
  'lib/storage/local.ts',
  'lib/wallet/port.ts',
]

/** Files that import the type of every stored row. */
const schemaFiles = ['lib/storage/database.ts', 'lib/storage/local.ts']

/** Imports against the direction, each with its reason. An entry that no import needs fails the test. */
const exceptions: { readonly [edge: string]: string } = {
  'lib/order/orders.ts -> lib/history/entry-rows.ts':
    'an order and its history entry are written in one transaction',
}

/** Files that may import each package. */
const packageImporters: { readonly [name: string]: RegExp } = {
  'webextension-polyfill': /^lib\/platform\/browser\.ts$/,
  idb: /^lib\/(storage\/|history\/(entries|entry-keys|entry-rows)\.ts)/,
  viem: /^(lib\/(checks|chain)\/|lib\/(base\/ethereum|quote\/receiver|order\/wallet-request)\.ts|entrypoints\/background\/)/,
  '@scure/base': /^lib\/base\/address-format\.ts$/,
  valibot:
    /^(lib\/(base|deployment|service|storage|tokens|quote|review|history|rpc|sites|wallet|chain|order)|entrypoints\/background)\//,
  preact: /^(components\/|lib\/models\/|entrypoints\/(popup|sidepanel)\/)/,
  '@preact/signals': /^(components\/|lib\/models\/|entrypoints\/(popup|sidepanel)\/)/,
  uqr: /^components\/order\/DepositBody\.tsx$/,
  wxt: /^entrypoints\//,
}

function folderOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'lib' ? `lib/${second}` : first
}

function isAllowed(item: Import): boolean {
  const from = folderOf(item.from)
  const to = item.path === null ? '' : folderOf(item.path)
  if (item.path === null || from === to) return true
  if (item.path.startsWith('test/run/rewrites/') && from === 'wxt.config.ts') return true
  if (to === 'entrypoints' || to === 'test') return from === 'test' || from === 'vitest.config.ts'
  // The type of the text keys is derived from the file itself.
  if (item.path === 'public/_locales/en/messages.json') return item.isType || from === 'test'
  if (from === 'entrypoints' || from === 'test' || !item.from.includes('/')) return true
  if (item.isType && (typeFiles.includes(item.path) || schemaFiles.includes(item.from))) return true
  // `lib/rpc` collects the messages of all features.
  if (from === 'lib/rpc') return to !== 'lib/models'
  if (viewFolders.includes(from)) return to !== 'lib/rpc' || item.isType
  return (mayImport[from] ?? []).includes(to)
}

const packed = allImports.filter((item) => /^(lib|components|entrypoints)\//.test(item.from))

function show(items: readonly Import[]): string[] {
  return items.map((item) => `${item.from} -> ${item.path ?? item.specifier}`)
}

describe('imports', () => {
  it('follow the table', () => {
    const wrong = new Set(show(allImports.filter((item) => !isAllowed(item))))
    expect([...wrong].toSorted()).toEqual(Object.keys(exceptions).toSorted())
  })

  it('match the map in CONTRIBUTING: a folder is listed after every folder that it may import', () => {
    const [, map = ''] = /\nlib\/\n([\s\S]*?)\npublic\//.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? []
    const listed = [...map.matchAll(/^ {2}(\w+)\/ /gm)].map(([, name]) => `lib/${name}`)
    expect(listed.toSorted()).toEqual(
      readdirSync('lib')
        .map((name) => `lib/${name}`)
        .toSorted(),
    )
    const wrong = Object.entries(mayImport).flatMap(([folder, others]) =>
      others
        .filter((one) => listed.indexOf(one) > listed.indexOf(folder))
        .map((one) => `${folder} -> ${one}`),
    )
    expect(wrong).toEqual([])
  })

  it('of a package are only in its files', () => {
    const wrong = packed.filter((item) => {
      if (item.path !== null) return false
      const door = packageImporters[packageName(item.specifier)]
      return door === undefined || !door.test(item.from)
    })
    expect(show(wrong)).toEqual([])
  })

  it('of pure folders are only of pure packages', () => {
    const pure = /^lib\/(base|deployment|quote|checks|review)\//
    const impure = packed.filter(
      (item) =>
        pure.test(item.from) && item.path === null && !/^(valibot|viem|@scure\/base)$/.test(item.specifier),
    )
    expect(show(impure)).toEqual([])
  })

  it('of a view never reach viem, valibot, idb or the polyfill', () => {
    const background = ['viem', 'valibot', 'idb', 'fake-indexeddb', 'webextension-polyfill']
    const views = packedSources.filter((file) =>
      /^(components|lib\/models|entrypoints\/popup)\//.test(file.path),
    )
    const reached = views.flatMap((file) =>
      [...findPackages(file.path)]
        .filter(([name]) => background.includes(name))
        .map(([name, chain]) => `${chain.join(' -> ')} -> ${name}`),
    )
    expect(reached).toEqual([])
  })
})
