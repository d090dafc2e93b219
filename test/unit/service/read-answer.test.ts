import { describe, expect, it, test } from 'vitest'
import { clockOffsetMsOf, retryAfterMsOf, serverRequestIdOf } from '../../../lib/service/read-answer.ts'

const nowMs = Date.parse('2026-01-01T00:00:00Z')
const headers = (entries: Record<string, string>) => new Headers(entries)

test('row 62: serverRequestIdOf returns the id, cleaned and cut, or null', () => {
  const read = (id: string) => serverRequestIdOf(headers({ 'server-req-id': id }))
  expect([read('abc-1'), read('a\tb'), read(' ')]).toEqual(['abc-1', 'ab', null])
  expect(serverRequestIdOf(new Headers())).toBeNull()
  expect(read('a'.repeat(10_000))).toHaveLength(128)
  const raw = { get: () => 'a\r\nset-cookie: b' } as unknown as Headers
  expect(serverRequestIdOf(raw)).toBe('aset-cookie: b')
})

describe('retryAfterMsOf', () => {
  it.each([
    ['3', 3_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Fri, 01 Jan 2027 00:00:00 GMT', 300_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', null],
    ['1.5', null],
    ['2026', 300_000],
    ['-1', null],
    ['soon', null],
    ['1000000000', 300_000],
    ['', null],
  ])('row 61: reads %j as %s ms', (text, ms) => {
    expect(retryAfterMsOf(headers({ 'retry-after': text }), nowMs)).toBe(ms)
  })

  it("measures a date against the service's own clock", () => {
    const both = { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', date: 'Thu, 01 Jan 2026 00:00:20 GMT' }
    expect(retryAfterMsOf(headers(both), nowMs - 86_400_000)).toBe(10_000)
  })
})

describe('clockOffsetMsOf', () => {
  const date = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }

  it.each([
    [nowMs, nowMs, 0],
    [nowMs + 900, nowMs + 950, 0],
    [nowMs - 86_400_000, nowMs - 86_400_000, 86_400_500],
    [nowMs + 10_000, nowMs + 11_000, -10_000],
  ])("returns the service's clock minus ours", (sentMs, receivedMs, offsetMs) => {
    expect(clockOffsetMsOf(headers(date), sentMs, receivedMs)).toBe(offsetMs)
  })

  it('is 0 without a valid date', () => {
    expect(clockOffsetMsOf(headers({}), nowMs, nowMs)).toBe(0)
    expect(clockOffsetMsOf(headers({ date: 'soon' }), nowMs, nowMs)).toBe(0)
  })
})
