import { expect, test } from 'vitest'
import { createPageMarkWriter, createSiteChoiceItem, createSites } from '../../../lib/sites/site-store.ts'
import { defaultSiteChoice } from '../../../lib/sites/sites.ts'
import { namedLock } from '../../harness/named-lock.ts'
import { memoryArea } from '../storage/memory-area.ts'

const shop = 'https://shop.example'

function sites(kept: { [key: string]: unknown } = {}) {
  let nowMs = 1_000
  const area = memoryArea(kept)
  const clock = { nowMs: () => nowMs++ }
  const session = memoryArea({})
  return createSites({ area, session, clock, choice: createSiteChoiceItem(area), lock: namedLock() })
}

test('at first all https sites are offered Ferry and none may propose', async () => {
  const one = sites()
  expect(await one.choice()).toEqual({ kind: 'all', listed: [] })
  expect(await one.isOffered(shop)).toBe(true)
  expect(await one.isOffered('http://shop.example')).toBe(false)
  expect(await one.isGranted(shop)).toBe(false)
})

test('stores a grant one time, newest first, and revokes it', async () => {
  const one = sites()
  await one.grant(shop)
  await one.grant('https://other.example')
  await one.grant(shop)
  expect((await one.grants()).map(({ origin }) => origin)).toEqual(['https://other.example', shop])
  expect(await one.isGranted(shop)).toBe(true)
  await one.revoke(shop)
  expect(await one.isGranted(shop)).toBe(false)
})

test('deleting the history revokes grants, except of sites with a stored proposal', async () => {
  const one = sites()
  await one.grant(shop)
  await one.grant('https://other.example')
  await one.add('https://typed.example')
  await one.revokeAllBut(new Set([shop]))
  expect((await one.grants()).map(({ origin }) => origin)).toEqual([shop])
  expect((await one.choice()).listed).toEqual(['https://typed.example'])
})

test('a list offers Ferry to its sites only; other grants have no effect meanwhile', async () => {
  const one = sites()
  await one.grant(shop)
  await one.choose('listed')
  expect([await one.isOffered(shop), await one.isGranted(shop)]).toEqual([false, false])
  await one.add('shop.example')
  await one.add('https://shop.example/again')
  expect((await one.choice()).listed).toEqual([shop])
  expect([await one.isOffered(shop), await one.isGranted(shop)]).toEqual([true, true])
  await one.remove(shop)
  expect(await one.isOffered(shop)).toBe(false)
  await one.choose('all')
  expect(await one.isGranted(shop)).toBe(true)
})

test('refuses text that is no supported site', async () => {
  const one = sites()
  await expect(one.add('http://shop.example')).rejects.toMatchObject({ data: { code: 'siteInvalid' } })
  expect((await one.choice()).listed).toEqual([])
})

test('stores all of many parallel grants', async () => {
  const one = sites()
  await Promise.all([1, 2, 3, 4].map((each) => one.grant(`https://s${each}.example`)))
  expect(await one.grants()).toHaveLength(4)
})

test('an unreadable choice counts as no choice', async () => {
  const unreadable = { sites: { kind: 'nobody' }, grants: 'x' }
  expect(await sites(unreadable).choice()).toEqual({ kind: 'all', listed: [] })
})

test('an unreadable row does not lose the others', async () => {
  const refused = 'https://refused.example'
  const one = sites({
    grants: [{ origin: shop, grantedMs: 5 }, { origin: 7 }, null],
    sites: { kind: 'some', listed: [shop, 7], never: [refused, null] },
  })
  expect(await one.grants()).toEqual([{ origin: shop, grantedMs: 5 }])
  expect(await one.choice()).toEqual({ kind: 'all', listed: [shop], never: [refused] })
  expect(await one.isOffered(refused)).toBe(false)
  expect(await one.isGranted(shop)).toBe(true)
})

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
  const empty = { kind: 'listed', listed: [] } as const
  await Promise.all([writer.writeMark(), writer.sites.set(empty), writer.sites.set(last)])
  expect(copy.rows).toEqual({ pageMark: { sites: last } })
})
