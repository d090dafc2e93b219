import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import { findUnpinnedSwitchboard, isSwitchboard } from '../../../lib/checks/check-witness.ts'
import { allTermConsents } from '../../../lib/review/terms-input.ts'
import { orderOf } from '../order/order-fixture.ts'
import { harbour } from './fixtures.ts'

const pinned = { ...harbour, switchboardIds: [7] }

test('only pinned switchboards pass; without a list any uint32 passes', () => {
  expect(isSwitchboard(pinned, 7)).toBe(true)
  expect(isSwitchboard(pinned, '7')).toBe(true)
  for (const other of [1, 70, '07', -7, 2 ** 32 + 7, null]) expect(isSwitchboard(pinned, other)).toBe(false)
  expect(isSwitchboard(harbour, 4_294_967_295)).toBe(true)
  expect(isSwitchboard(harbour, 4_294_967_296)).toBe(false)
})

describe('a switchboard that is not pinned', () => {
  const read = (switchboardId: Json) => findUnpinnedSwitchboard({ basicReq: { switchboardId } }, harbour)

  test('is any uint32, and nothing else', () => {
    expect([0, '7', 4_294_967_295, '4294967295'].map(read)).toEqual(['0', '7', '4294967295', '4294967295'])
    for (const id of [4_294_967_296, '4294967296', -1, '07', '', null]) expect(read(id)).toBeNull()
  })

  test('is null if switchboards are pinned, or the request has none', () => {
    expect(findUnpinnedSwitchboard({ basicReq: { switchboardId: 7 } }, pinned)).toBeNull()
    for (const request of [null, {}, { basicReq: {} }]) {
      expect(findUnpinnedSwitchboard(request, harbour)).toBeNull()
    }
  })

  test('needs consent with its number', () => {
    const { reviewed } = orderOf()
    expect(allTermConsents({ kind: 'signed', reviewed })).toEqual([])
    expect(
      allTermConsents({ kind: 'inbox', reviewed: { ...reviewed, findUnpinnedSwitchboard: '7' } }),
    ).toEqual([{ code: 'switchboardUnknown', facts: { id: '7' } }])
  })
})
