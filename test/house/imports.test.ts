import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allImports, contentScripts, type Import, packageName, packagesReached } from './import-graph.ts'
import { packedSources, placesOf } from './source-files.ts'

/** Which folders of ours a folder may import; the same folder is always fine. Who stands further down is told by ports. */
const mayImport: { readonly [folder: string]: readonly string[] } = {
  'lib/base': [],
  'lib/platform': ['lib/base'],
  'lib/deployment': ['lib/base'],
  'lib/service': ['lib/base', 'lib/deployment'],
  'lib/chain': ['lib/base', 'lib/deployment'],
  'lib/wallet': ['lib/base', 'lib/deployment'],
  'lib/storage': ['lib/base', 'lib/deployment', 'lib/platform'],
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
  'lib/history': ['lib/base', 'lib/deployment', 'lib/service', 'lib/tokens', 'lib/order', 'lib/storage'],
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

/** What a view may import: rules and words, and of the rest types only. */
const viewFolders = ['lib/models', 'components']

/** Types that others name: ports, and what is stored or shown of a matter. */
const typeFiles = [
  'lib/chain/effects.ts',
  'lib/order/flow-ports.ts',
  'lib/order/order-parts.ts',
  'lib/order/order.ts',
  'lib/storage/items.ts',
  'lib/storage/local.ts',
  'lib/wallet/port.ts',
]

/** Files that name the types of every row there is. */
const schemaFiles = ['lib/storage/database.ts', 'lib/storage/local.ts']

/** What goes the other way round, and why it stays: nothing may be added without a reason, and what is gone has to go from here. */
const stillThere: { readonly [edge: string]: string } = {
  'lib/order/orders.ts -> lib/history/entry-rows.ts':
    'an order and its line of the history are written in one transaction, or neither is',
  'lib/review/review-reads.ts -> lib/order/allowances.ts':
    'a review says which approvals will be asked for, by the plan that the engine follows',
  'lib/review/review-reads.ts -> lib/order/flows/simulate.ts':
    'a review tries what the engine will try again before each prompt, in the same way',
  'lib/review/review-reads.ts -> lib/order/order-facts.ts':
    'who may take the input is one rule, by the kind that the order will be of',
  'lib/review/review.ts -> lib/order/flows/polls.ts':
    'what was asked of the service for a review is the beginning of the log of its order',
  'lib/review/review.ts -> lib/order/order-terms.ts': 'a review that is confirmed becomes an order',
  'lib/review/review.ts -> lib/order/reads.ts':
    'a deposit address that another order was given is refused: the stored orders are asked',
}

/** The one place of each door to the outside. */
const doors: { readonly [name: string]: RegExp } = {
  'webextension-polyfill': /^lib\/platform\/browser\.ts$/,
  idb: /^lib\/(storage\/|history\/(entries|entry-keys|entry-rows)\.ts)/,
  viem: /^(lib\/(checks|chain)\/|lib\/(base\/ethereum|quote\/receiver|order\/wallet-request)\.ts|entrypoints\/background\/)/,
  '@scure/base': /^lib\/base\/receiver-bytes\.ts$/,
  valibot:
    /^(lib\/(base|deployment|service|storage|tokens|quote|review|history|rpc|sites|wallet|chain|order)|entrypoints\/background)\//,
  preact: /^(components\/|lib\/models\/|entrypoints\/(popup|sidepanel)\/)/,
  '@preact/signals': /^(components\/|lib\/models\/|entrypoints\/(popup|sidepanel)\/)/,
  uqr: /^components\/order\/DepositPanel\.tsx$/,
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
  if (item.path === 'test/run/rewrites/rewrites.ts') return from === 'wxt.config.ts'
  if (to === 'entrypoints' || to === 'test') return from === 'test'
  // The keys of the texts are a type made of the file itself.
  if (item.path === 'public/_locales/en/messages.json') return item.isType || from === 'test'
  if (from === 'entrypoints' || from === 'test' || !item.from.includes('/')) return true
  if (item.isType && (typeFiles.includes(item.path) || schemaFiles.includes(item.from))) return true
  // The messages of all features are put together there; the rules of views are in files that reach no package.
  if (from === 'lib/rpc') return to !== 'lib/models'
  if (viewFolders.includes(from)) return to !== 'lib/rpc' || item.isType
  return (mayImport[from] ?? []).includes(to)
}

const packed = allImports.filter((item) => /^(lib|components|entrypoints)\//.test(item.from))

function show(items: readonly Import[]): string[] {
  return items.map((item) => `${item.from} -> ${item.path ?? item.specifier}`)
}

describe('imports', () => {
  it('go only where architecture allows', () => {
    const wrong = new Set(show(allImports.filter((item) => !isAllowed(item))))
    expect([...wrong].toSorted()).toEqual(Object.keys(stillThere).toSorted())
  })

  it('go where the map of the contributors says: a folder stands after all that it may import', () => {
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

  it('name files that exist, with their ending', () => {
    const missing = allImports.filter((item) => item.path !== null && !existsSync(item.path))
    expect(show(missing)).toEqual([])
  })

  it('reach each package through its door', () => {
    const wrong = packed.filter((item) => {
      if (item.path !== null) return false
      const door = doors[packageName(item.specifier)]
      return door === undefined || !door.test(item.from)
    })
    expect(show(wrong)).toEqual([])
  })

  it('let pure folders reach only pure packages', () => {
    const pure = /^lib\/(base|deployment|quote|checks|review)\//
    const impure = packed.filter(
      (item) =>
        pure.test(item.from) && item.path === null && !/^(valibot|viem|@scure\/base)$/.test(item.specifier),
    )
    expect(show(impure)).toEqual([])
  })

  it('never lead a view to viem, valibot, idb or the polyfill', () => {
    const background = ['viem', 'valibot', 'idb', 'fake-indexeddb', 'webextension-polyfill']
    const views = packedSources.filter((file) =>
      /^(components|lib\/models|entrypoints\/popup)\//.test(file.path),
    )
    const reached = views.flatMap((file) =>
      [...packagesReached(file.path)]
        .filter(([name]) => background.includes(name))
        .map(([name, chain]) => `${chain.join(' -> ')} -> ${name}`),
    )
    expect(reached).toEqual([])
  })

  it('keep content scripts free of packages but wxt', () => {
    expect(contentScripts).toEqual(['entrypoints/content.ts', 'entrypoints/provider.content.ts'])
    const reached = contentScripts.flatMap((path) => [...packagesReached(path).keys()])
    expect([...new Set(reached)].filter((name) => name !== 'wxt')).toEqual([])
  })
})

describe('doors in code', () => {
  it('fetch only where the network is allowed', () => {
    const network =
      /^lib\/(service\/|chain\/rpc\.ts|tokens\/images\.ts|wallet\/connectors\/loopback-connector)/
    const others = packedSources.filter((file) => !network.test(file.path))
    expect(
      placesOf(/(?<![.\w])(globalThis\.|self\.|window\.)?fetch\(|XMLHttpRequest|sendBeacon/, others),
    ).toEqual([])
  })

  it('post to windows only where a page is spoken with', () => {
    const others = packedSources.filter((file) => !/^lib\/sites\//.test(file.path))
    expect(placesOf(/window\.postMessage\(/, others)).toEqual([])
  })

  it('read no clock, no chance and no timer but where one is handed out', () => {
    const handed =
      /^lib\/(platform\/timers|wallet\/connectors\/extension-connector|rpc\/rpc-server|order\/orders)\.ts$/
    const pure = packedSources.filter((file) => file.path.startsWith('lib/') && !handed.test(file.path))
    expect(
      placesOf(/Date\.now|new Date\(\)|Math\.random|setTimeout|performance\.now|crypto\./, pure),
    ).toEqual([])
  })
})
