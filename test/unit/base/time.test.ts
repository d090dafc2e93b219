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

const year = 365 * 86_400
const agreeing: ClockInput = { nowMs: nowSeconds * 1000 + 900, clockOffsetMs: 0, chainSeconds: [nowSeconds] }

function read(part: Partial<ClockInput>) {
  try {
    const { earliestSeconds, latestSeconds } = resolveClocks({ ...agreeing, ...part })
    return [earliestSeconds - nowSeconds, latestSeconds - nowSeconds]
  } catch (thrown) {
    return toProblemData(thrown).code
  }
}

describe('the present to judge a deadline by', () => {
  test.each<readonly [string, Partial<ClockInput>, readonly [number, number] | string]>([
    ['all agree', {}, [0, 0]],
    ['a chain a little behind', { chainSeconds: [nowSeconds - 90] }, [-90, 0]],
    ['a chain a little ahead', { chainSeconds: [nowSeconds + 90] }, [0, 90]],
    ['endpoints on both sides', { chainSeconds: [nowSeconds - 5, nowSeconds + 7] }, [-5, 7]],
    ['an endpoint that lies ahead', { chainSeconds: [nowSeconds, nowSeconds + 70 * year] }, [0, 0]],
    ['an endpoint that lies behind', { chainSeconds: [nowSeconds - 30 * year, nowSeconds] }, [0, 0]],
    ['an idle chain', { chainSeconds: [nowSeconds - 3 * 86_400] }, [0, 0]],
    ['an idle chain at its very first block', { chainSeconds: [0, 0] }, [0, 0]],
    ['no chain to ask', { chainSeconds: [] }, [0, 0]],
    ['two hosts two minutes ahead of us', { chainSeconds: [nowSeconds + 120, nowSeconds + 118] }, [118, 120]],
    ['one host ahead, one with us', { chainSeconds: [nowSeconds + 540, nowSeconds] }, [0, 540]],
    ['two hosts behind us, alone', { chainSeconds: [nowSeconds - 540, nowSeconds - 540] }, [-540, 0]],
    [
      'two hosts behind us, with the service',
      { chainSeconds: [nowSeconds - 540, nowSeconds - 545], clockOffsetMs: -9 * minuteMs },
      [-545, -540],
    ],
    [
      'one host behind us, with the service',
      { chainSeconds: [nowSeconds - 540], clockOffsetMs: -9 * minuteMs },
      [-540, 0],
    ],
    [
      'one host behind us with the service, one with us',
      { chainSeconds: [nowSeconds - 540, nowSeconds], clockOffsetMs: -9 * minuteMs },
      [-540, 0],
    ],
    ['our clock behind', { chainSeconds: [nowSeconds + 86_400], clockOffsetMs: dayMs }, 'ownClockOff'],
    ['our clock ahead', { chainSeconds: [nowSeconds - 86_400], clockOffsetMs: -dayMs }, 'ownClockOff'],
    ['a chain ahead of both', { chainSeconds: [nowSeconds + 86_400] }, 'ownClockOff'],
    ['a service years ahead', { clockOffsetMs: 70 * year * 1000 }, 'serviceClockOff'],
    ['a service years behind', { clockOffsetMs: -30 * year * 1000 }, 'serviceClockOff'],
    ['a service off, no chain to ask', { chainSeconds: [], clockOffsetMs: dayMs }, 'serviceClockOff'],
    [
      'a service off, and an idle chain',
      { chainSeconds: [nowSeconds - 5 * 86_400], clockOffsetMs: dayMs },
      'serviceClockOff',
    ],
    [
      'a service off with an endpoint that lies along',
      {
        chainSeconds: [nowSeconds, nowSeconds + 86_400],
        clockOffsetMs: dayMs,
      },
      'serviceClockOff',
    ],
    [
      'endpoints far off on both sides, one of which shows a block ahead of us',
      { chainSeconds: [nowSeconds - 86_400, nowSeconds + 86_400] },
      'ownClockOff',
    ],
    [
      'a service that is off as one of the endpoints is, where none is as we are',
      { chainSeconds: [nowSeconds + 86_400, nowSeconds - 5 * 86_400], clockOffsetMs: dayMs },
      'ownClockOff',
    ],
    ['a service ten minutes off', { clockOffsetMs: 10 * minuteMs }, [0, 0]],
    ['a service a little more off', { clockOffsetMs: 10 * minuteMs + 1 }, 'serviceClockOff'],
    ['a service a little more behind', { clockOffsetMs: -10 * minuteMs - 1 }, 'serviceClockOff'],
    ['a chain just within', { chainSeconds: [nowSeconds + 600] }, [0, 600]],
    ['a chain just without', { chainSeconds: [nowSeconds + 601] }, 'ownClockOff'],
  ])('%s', (_what, part, seen) => {
    expect(read(part)).toEqual(seen)
  })

  test('says by how many minutes', () => {
    expect(() => resolveClocks({ ...agreeing, clockOffsetMs: -12 * minuteMs })).toThrow('minutes=12')
    expect(() => resolveClocks({ ...agreeing, chainSeconds: [nowSeconds + 3600] })).toThrow('minutes=60')
  })
})

test.each<readonly [string, Partial<ClockInput>, string | null]>([
  ['all agree', {}, null],
  ['no chain to ask', { chainSeconds: [] }, null],
  ['an idle chain, and a service with us', { chainSeconds: [nowSeconds - 86_400] }, null],
  ['a service apart, a chain with us', { clockOffsetMs: 9 * minuteMs }, null],
  ['two hosts ahead of us, which count', { chainSeconds: [nowSeconds + 540, nowSeconds + 540] }, null],
  ['a service apart, no chain to ask', { chainSeconds: [], clockOffsetMs: 9 * minuteMs }, '9'],
  ['a service apart, an idle chain', { chainSeconds: [0], clockOffsetMs: -9 * minuteMs }, '9'],
  ['one host ahead of us', { chainSeconds: [nowSeconds + 540] }, '9'],
  [
    'one host ahead of us with the service',
    { chainSeconds: [nowSeconds, nowSeconds + 540], clockOffsetMs: 9 * minuteMs },
    '9',
  ],
])('our clock is doubted: %s', (_what, part, minutes) => {
  const doubt = findClockDoubt({ ...agreeing, ...part })
  expect(doubt === null ? null : [doubt.data.code, doubt.data.facts.minutes]).toEqual(
    minutes === null ? null : ['ownClockOff', minutes],
  )
})

test('limits the offset of displayed times to ten minutes', () => {
  expect([-dayMs, -minuteMs, 0, minuteMs, dayMs].map(limitOffsetMs)).toEqual([
    -10 * minuteMs,
    -minuteMs,
    0,
    minuteMs,
    10 * minuteMs,
  ])
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
