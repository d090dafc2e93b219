import { expect, test } from 'vitest'
import { createSiteChoiceItem, createSites } from '../../../lib/sites/site-store.ts'
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

test('all https sites are served and none may propose at first', async () => {
  const one = sites()
  expect(await one.choice()).toEqual({ kind: 'all', listed: [] })
  expect(await one.isServed(shop)).toBe(true)
  expect(await one.isServed('http://shop.example')).toBe(false)
  expect(await one.isGranted(shop)).toBe(false)
})

test('a grant is kept once, newest first, and taken back', async () => {
  const one = sites()
  await one.grant(shop)
  await one.grant('https://other.example')
  await one.grant(shop)
  expect((await one.grants()).map(({ origin }) => origin)).toEqual(['https://other.example', shop])
  expect(await one.isGranted(shop)).toBe(true)
  await one.revoke(shop)
  expect(await one.isGranted(shop)).toBe(false)
})

test('a history that is deleted takes the grants along, but for sites of which something is left', async () => {
  const one = sites()
  await one.grant(shop)
  await one.grant('https://other.example')
  await one.add('https://typed.example')
  await one.revokeAllBut(new Set([shop]))
  expect((await one.grants()).map(({ origin }) => origin)).toEqual([shop])
  expect((await one.choice()).listed).toEqual(['https://typed.example'])
})

test('a list serves its own sites; what was granted elsewhere counts for nothing meanwhile', async () => {
  const one = sites()
  await one.grant(shop)
  await one.choose('listed')
  expect([await one.isServed(shop), await one.isGranted(shop)]).toEqual([false, false])
  await one.add('shop.example')
  await one.add('https://shop.example/again')
  expect((await one.choice()).listed).toEqual([shop])
  expect([await one.isServed(shop), await one.isGranted(shop)]).toEqual([true, true])
  await one.remove(shop)
  expect(await one.isServed(shop)).toBe(false)
  await one.choose('all')
  expect(await one.isGranted(shop)).toBe(true)
})

test('what is no site is not taken', async () => {
  const one = sites()
  await expect(one.add('http://shop.example')).rejects.toMatchObject({ data: { code: 'siteInvalid' } })
  expect((await one.choice()).listed).toEqual([])
})

test('many at once are all kept', async () => {
  const one = sites()
  await Promise.all([1, 2, 3, 4].map((each) => one.grant(`https://s${each}.example`)))
  expect(await one.grants()).toHaveLength(4)
})

test('a row that is no choice counts as none', async () => {
  expect(await sites({ sites: { kind: 'nobody' }, grants: 'x' }).choice()).toEqual({
    kind: 'all',
    listed: [],
  })
})

test('a row that cannot be read takes no other with it', async () => {
  const refused = 'https://refused.example'
  const one = sites({
    grants: [{ origin: shop, grantedMs: 5 }, { origin: 7 }, null],
    sites: { kind: 'some', listed: [shop, 7], never: [refused, null] },
  })
  expect(await one.grants()).toEqual([{ origin: shop, grantedMs: 5 }])
  expect(await one.choice()).toEqual({ kind: 'all', listed: [shop], never: [refused] })
  expect(await one.isServed(refused)).toBe(false)
  expect(await one.isGranted(shop)).toBe(true)
})
