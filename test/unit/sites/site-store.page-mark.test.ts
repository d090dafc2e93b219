import { expect, test } from 'vitest'
import { createPageMarkWriter, createSiteChoiceItem } from '../../../lib/sites/site-store.ts'
import { defaultSiteChoice } from '../../../lib/sites/sites.ts'
import { memoryArea } from '../storage/memory-area.ts'

const walletPage = 'https://wallet.example/wallet?theme=dark'
const page = 'https://wallet.example/wallet'

test('the mark has the wallet page and the chosen sites, and follows each change', async () => {
  const copy = memoryArea()
  const writer = createPageMarkWriter(copy, walletPage, createSiteChoiceItem(memoryArea()))
  expect(await writer.writeMark()).toEqual({ walletPage: page, sites: defaultSiteChoice })
  expect(copy.rows).toEqual({ pageMark: { walletPage: page, sites: defaultSiteChoice } })
  const sites = { kind: 'listed', listed: ['https://shop.example'] } as const
  await writer.sites.set(sites)
  expect(copy.rows).toEqual({ pageMark: { walletPage: page, sites } })
})

test('the mark has no wallet page when the deployment has none', async () => {
  const copy = memoryArea()
  await createPageMarkWriter(copy, null, createSiteChoiceItem(memoryArea())).writeMark()
  expect(copy.rows).toEqual({ pageMark: { sites: defaultSiteChoice } })
})

test('a mark that other code wrote is replaced and never trusted', async () => {
  const copy = memoryArea()
  const writer = createPageMarkWriter(copy, walletPage, createSiteChoiceItem(memoryArea()))
  copy.rows.pageMark = { walletPage: 'https://evil.example/', sites: { kind: 'all', listed: [] } }
  await writer.sites.set({ kind: 'listed', listed: [] })
  expect(await writer.sites.get()).toEqual({ kind: 'listed', listed: [] })
  expect(copy.rows).toEqual({ pageMark: { walletPage: page, sites: { kind: 'listed', listed: [] } } })
})

test('of two parallel changes the later one is written last', async () => {
  const copy = memoryArea()
  const slow = { set: (items: object) => Promise.resolve().then(() => copy.set({ ...items })) }
  const writer = createPageMarkWriter(slow, null, createSiteChoiceItem(memoryArea()))
  const last = { kind: 'listed', listed: ['https://b.example'] } as const
  await Promise.all([
    writer.writeMark(),
    writer.sites.set({ kind: 'listed', listed: [] }),
    writer.sites.set(last),
  ])
  expect(copy.rows).toEqual({ pageMark: { sites: last } })
})
