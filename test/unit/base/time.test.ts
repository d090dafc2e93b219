import { describe, expect, test } from 'vitest'
import { toProblemData } from '../../../lib/base/problem.ts'
import {
  type ClockInput,
  dayMs,
  findClockDoubt,
  limitOffsetMs,
  minuteMs,
  parseIsoTimeMs,
  resolveClocks,
} from '../../../lib/base/time.ts'
import { nowSeconds } from '../checks/fixtures.ts'

const day = 86_400
const year = 365 * day

/** A background and a service whose clocks are this far apart, with blocks this many seconds from now. */
const clocksAt = (chainSeconds: readonly number[], clockOffsetMs: number): ClockInput => ({
  nowMs: nowSeconds * 1000 + 900,
  clockOffsetMs,
  chainSeconds: chainSeconds.map((seconds) => nowSeconds + seconds),
})

function read(clocks: ClockInput) {
  try {
    const { earliestSeconds, latestSeconds } = resolveClocks(clocks)
    return [earliestSeconds - nowSeconds, latestSeconds - nowSeconds]
  } catch (thrown) {
    return toProblemData(thrown).code
  }
}

describe('the present to judge a deadline by', () => {
  const off = 'serviceClockOff'
  test.each<readonly [string, readonly number[], number, readonly [number, number] | string]>([
    ['all agree', [0], 0, [0, 0]],
    ['a chain a little behind', [-90], 0, [-90, 0]],
    ['a chain a little ahead', [90], 0, [0, 90]],
    ['endpoints on both sides', [-5, 7], 0, [-5, 7]],
    ['an endpoint that lies ahead', [0, 70 * year], 0, [0, 0]],
    ['an endpoint that lies behind', [-30 * year, 0], 0, [0, 0]],
    ['an idle chain', [-3 * day], 0, [0, 0]],
    ['an idle chain at its very first block', [-nowSeconds, -nowSeconds], 0, [0, 0]],
    ['no chain to ask', [], 0, [0, 0]],
    ['two hosts two minutes ahead of us', [120, 118], 0, [118, 120]],
    ['one host ahead, one with us and the service', [540, 0], 0, [0, 0]],
    // The service and one endpoint may both lie: only a second host removes the one that shows a shorter life.
    ['one host behind, one with us and the service', [-540, 0], 0, [-540, 0]],
    ['one host behind, two with us and the service', [-540, 0, -12], 0, [-12, 0]],
    ['one host behind, two with us, and a service apart', [-540, 0, 0], 2 * minuteMs, [-540, 0]],
    ['one host behind and one ahead, one with us and the service', [-540, 540, 0], 0, [-540, 0]],
    ['one host ahead, one with us, and a service apart', [540, 0], 2 * minuteMs, [0, 540]],
    ['two hosts behind us, alone', [-540, -540], 0, [-540, 0]],
    ['two hosts behind us, with the service', [-540, -545], -9 * minuteMs, [-545, -540]],
    ['one host behind us, with the service', [-540], -9 * minuteMs, [-540, 0]],
    ['one host behind us with the service, one with us', [-540, 0], -9 * minuteMs, [-540, 0]],
    ['our clock behind', [day], dayMs, 'ownClockOff'],
    ['our clock ahead', [-day], -dayMs, 'ownClockOff'],
    ['a chain ahead of both', [day], 0, 'ownClockOff'],
    ['a service years ahead', [0], 70 * year * 1000, off],
    ['a service years behind', [0], -30 * year * 1000, off],
    ['a service off, no chain to ask', [], dayMs, off],
    ['a service off, and an idle chain', [-5 * day], dayMs, off],
    ['a service off with an endpoint that lies along', [0, day], dayMs, off],
    ['endpoints far off on both sides, one with a block ahead of us', [-day, day], 0, 'ownClockOff'],
    ['a service off as one endpoint is, where none is as we are', [day, -5 * day], dayMs, 'ownClockOff'],
    ['a service ten minutes off', [0], 10 * minuteMs, [0, 0]],
    ['a service a little more off', [0], 10 * minuteMs + 1, off],
    ['a service a little more behind', [0], -10 * minuteMs - 1, off],
    ['a chain just within', [600], 0, [0, 600]],
    ['a chain just without', [601], 0, 'ownClockOff'],
  ])('%s', (_what, chainSeconds, clockOffsetMs, seen) => {
    expect(read(clocksAt(chainSeconds, clockOffsetMs))).toEqual(seen)
  })

  test('says by how many minutes', () => {
    expect(() => resolveClocks(clocksAt([0], -12 * minuteMs))).toThrow('minutes=12')
    expect(() => resolveClocks(clocksAt([3600], 0))).toThrow('minutes=60')
  })
})

test.each<readonly [string, readonly number[], number, string | null]>([
  ['all agree', [0], 0, null],
  ['no chain to ask', [], 0, null],
  ['an idle chain, and a service with us', [-day], 0, null],
  ['a service apart, a chain with us', [0], 9 * minuteMs, null],
  ['two hosts ahead of us, which count', [540, 540], 0, null],
  ['a service apart, no chain to ask', [], 9 * minuteMs, '9'],
  ['a service apart, an idle chain', [-nowSeconds], -9 * minuteMs, '9'],
  ['one host ahead of us', [540], 0, '9'],
  ['one host ahead of us with the service', [0, 540], 9 * minuteMs, '9'],
])('our clock is doubted: %s', (_what, chainSeconds, clockOffsetMs, minutes) => {
  const doubt = findClockDoubt(clocksAt(chainSeconds, clockOffsetMs))
  expect(doubt === null ? null : [doubt.data.code, doubt.data.facts.minutes]).toEqual(
    minutes === null ? null : ['ownClockOff', minutes],
  )
})

test('limits the offset of displayed times to ten minutes', () => {
  const limit = 10 * minuteMs
  const offsets = [-dayMs, -minuteMs, 0, minuteMs, dayMs].map(limitOffsetMs)
  expect(offsets).toEqual([-limit, -minuteMs, 0, minuteMs, limit])
})

test.each([
  ['2023-11-14T22:13:20', 1_700_000_000_000],
  ['2023-11-14 22:13:20', 1_700_000_000_000],
  ['2023-11-14T22:13:20Z', 1_700_000_000_000],
  ['2023-11-14T22:13:20.000Z', 1_700_000_000_000],
  ['2023-11-14T17:13:20-05:00', 1_700_000_000_000],
  ['2023-11-14', 1_699_920_000_000],
  ['12', null],
  ['1700000000', null],
  ['Nov 14, 2023', null],
  ['2023-13-14T22:13:20', null],
  ['', null],
])('reads the time %j as %s, also in New York', (text, ms) => {
  const { TZ } = process.env
  process.env.TZ = 'America/New_York'
  expect(parseIsoTimeMs(text)).toBe(ms)
  process.env.TZ = TZ ?? 'UTC'
})
