import { expect, test } from 'vitest'
import { createPageMarkWriter, createSiteChoiceItem } from '../../../lib/sites/site-store.ts'
import { defaultSiteChoice } from '../../../lib/sites/sites.ts'
import { memoryArea } from '../storage/memory-area.ts'

const walletPage = 'https://wallet.example/wallet?theme=dark'
const page = 'https://wallet.example/wallet'

test('the copy says where the wallet page is and which sites were chosen, and follows each change', async () => {
  const copy = memoryArea()
  const desk = createPageMarkWriter(copy, walletPage, createSiteChoiceItem(memoryArea()))
  expect(await desk.tell()).toEqual({ walletPage: page, sites: defaultSiteChoice })
  expect(copy.rows).toEqual({ pageMark: { walletPage: page, sites: defaultSiteChoice } })
  const sites = { kind: 'listed', listed: ['https://shop.example'] } as const
  await desk.sites.set(sites)
  expect(copy.rows).toEqual({ pageMark: { walletPage: page, sites } })
})

test('a deployment without a wallet page marks none', async () => {
  const copy = memoryArea()
  await createPageMarkWriter(copy, null, createSiteChoiceItem(memoryArea())).tell()
  expect(copy.rows).toEqual({ pageMark: { sites: defaultSiteChoice } })
})

test('what others wrote into the copy is replaced and never believed', async () => {
  const copy = memoryArea()
  const desk = createPageMarkWriter(copy, walletPage, createSiteChoiceItem(memoryArea()))
  copy.rows.pageMark = { walletPage: 'https://evil.example/', sites: { kind: 'all', listed: [] } }
  await desk.sites.set({ kind: 'listed', listed: [] })
  expect(await desk.sites.get()).toEqual({ kind: 'listed', listed: [] })
  expect(copy.rows).toEqual({ pageMark: { walletPage: page, sites: { kind: 'listed', listed: [] } } })
})

test('of two changes at once the later one is told last', async () => {
  const copy = memoryArea()
  const slow = { set: (items: object) => Promise.resolve().then(() => copy.set({ ...items })) }
  const desk = createPageMarkWriter(slow, null, createSiteChoiceItem(memoryArea()))
  const last = { kind: 'listed', listed: ['https://b.example'] } as const
  await Promise.all([desk.tell(), desk.sites.set({ kind: 'listed', listed: [] }), desk.sites.set(last)])
  expect(copy.rows).toEqual({ pageMark: { sites: last } })
})
