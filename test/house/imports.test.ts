import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allImports, findCycle, type Import, packageName, packagesReached } from './import-graph.ts'
import { packedSources, placesOf } from './source-files.ts'

/** Which folders of ours a folder may import; the same folder is always fine. */
const mayImport: { readonly [folder: string]: readonly string[] } = {
  'lib/base': [],
  'lib/wire': ['lib/base'],
  'lib/swap': ['lib/base', 'lib/wire'],
  'lib/api': ['lib/base', 'lib/wire', 'lib/swap'],
  'lib/store': ['lib/base', 'lib/wire', 'lib/swap', 'lib/platform'],
  'lib/image': ['lib/base', 'lib/wire', 'lib/swap'],
  'lib/chain': ['lib/base', 'lib/wire', 'lib/swap'],
  'lib/wallet': ['lib/base', 'lib/wire', 'lib/swap'],
  'lib/message': ['lib/base', 'lib/wire', 'lib/swap', 'lib/platform'],
  'lib/page': ['lib/base', 'lib/wire', 'lib/swap', 'lib/message'],
  'lib/follow': ['lib/base', 'lib/wire', 'lib/swap'],
  'lib/flow': ['lib/base', 'lib/wire', 'lib/swap', 'lib/follow'],
  'lib/model': ['lib/base', 'lib/swap'],
  'lib/platform': ['lib/base'],
  components: ['lib/base', 'lib/swap'],
}

/** Ports are types: whoever stands behind one may name it. */
const portFiles = ['lib/flow/ports.ts', 'lib/wallet/port.ts']

/** The one place of each door to the outside. */
const doors: { readonly [name: string]: RegExp } = {
  'webextension-polyfill': /^lib\/platform\/browser\.ts$/,
  idb: /^lib\/store\//,
  viem: /^(lib\/(swap|chain|flow|wallet)|entrypoints\/background)\//,
  valibot: /^(lib\/(wire|swap|api|store|message|page|wallet|chain|flow)|entrypoints\/background)\//,
  preact: /^(components\/|lib\/model\/|entrypoints\/(popup|sidepanel)\/)/,
  '@preact/signals': /^(components\/|lib\/model\/|entrypoints\/(popup|sidepanel)\/)/,
  uqr: /^components\/QrCode\.tsx$/,
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
  if (to === 'entrypoints' || to === 'test') return from === 'test'
  // The keys of the texts are a type made of the file itself.
  if (item.path === 'public/_locales/en/messages.json') return item.isType || from === 'test'
  if (from === 'entrypoints' || from === 'test' || !from.includes('/') === (from !== 'components'))
    return true
  if ((mayImport[from] ?? []).includes(to)) return true
  if (item.isType && portFiles.includes(item.path)) return true
  if (from === 'lib/model') return to === 'lib/message' && item.isType
  if (from === 'components') return (to === 'lib/model' || to === 'lib/message') && item.isType
  return /^lib\/wallet\/(over-)?page/.test(item.from) && to === 'lib/message'
}

const packed = allImports.filter((item) => /^(lib|components|entrypoints)\//.test(item.from))

function show(items: readonly Import[]): string[] {
  return items.map((item) => `${item.from} -> ${item.path ?? item.specifier}`)
}

describe('imports', () => {
  it('go only where architecture allows', () => {
    expect(show(allImports.filter((item) => !isAllowed(item)))).toEqual([])
  })

  it('name files that exist, with their ending', () => {
    const missing = allImports.filter((item) => item.path !== null && !existsSync(item.path))
    expect(show(missing)).toEqual([])
  })

  it('form no ring', () => {
    expect(findCycle()).toBeNull()
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
    const pure = /^lib\/(base|wire|swap)\//
    const impure = packed.filter(
      (item) =>
        pure.test(item.from) && item.path === null && !/^(valibot|viem)(\/utils)?$/.test(item.specifier),
    )
    expect(show(impure)).toEqual([])
  })

  it('never lead a view to viem, valibot, idb or the polyfill', () => {
    const background = ['viem', 'valibot', 'idb', 'fake-indexeddb', 'webextension-polyfill']
    const views = packedSources.filter((file) =>
      /^(components|lib\/model|entrypoints\/popup)\//.test(file.path),
    )
    const reached = views.flatMap((file) =>
      [...packagesReached(file.path)]
        .filter(([name]) => background.includes(name))
        .map(([name, chain]) => `${chain.join(' -> ')} -> ${name}`),
    )
    expect(reached).toEqual([])
  })

  it('keep content scripts free of packages but wxt', () => {
    const scripts = packedSources.filter((file) => /^entrypoints\/[^/]*content\.ts$/.test(file.path))
    const reached = scripts.flatMap((file) => [...packagesReached(file.path).keys()])
    expect([...new Set(reached)].filter((name) => name !== 'wxt')).toEqual([])
  })

  it('re-export nothing', () => {
    expect(placesOf(/^export\s+(\*|\{[^}]*\})\s+from\s/, packedSources)).toEqual([])
  })
})

describe('doors in code', () => {
  it('fetch only where the network is allowed', () => {
    const network = /^lib\/(api\/|chain\/rpc\.ts|image\/|wallet\/over-loopback)/
    const others = packedSources.filter((file) => !network.test(file.path))
    expect(
      placesOf(/(?<![.\w])(globalThis\.|self\.|window\.)?fetch\(|XMLHttpRequest|sendBeacon/, others),
    ).toEqual([])
  })

  it('post to windows only in lib/message', () => {
    const others = packedSources.filter((file) => !/^lib\/(message|page)\//.test(file.path))
    expect(placesOf(/window\.postMessage\(/, others)).toEqual([])
  })

  it('read no clock and do no I/O in pure folders', () => {
    const pure = packedSources.filter((file) => /^lib\/(base|wire|swap)\//.test(file.path))
    expect(
      placesOf(/Date\.now|new Date\(\)|Math\.random|setTimeout|performance\.now|crypto\./, pure),
    ).toEqual([])
  })
})
