import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { serviceTokenShape } from '../../../lib/service/token-shape.ts'

interface TokenRecord {
  readonly address: string
  readonly symbol: string
  readonly name: string
}

const records: readonly TokenRecord[] = JSON.parse(readFileSync('test/fixtures/real/odd-tokens.json', 'utf8'))

/** Symbols of real tokens that are amounts or blank. The address is shown instead. */
const refused = [
  ...['', '4', '5', '402', '5112', '60711', '100000000', '0.000001', '10$', '$1.07B', '401k', '2022M'],
]

test('accepts the odd symbols of real lists, except amounts', () => {
  expect(records.length).toBeGreaterThan(100)
  const changed = records.flatMap((record) => {
    const { symbol } = v.parse(serviceTokenShape, record)
    return symbol === record.symbol ? [] : [record.symbol]
  })
  expect([...new Set(changed)].toSorted()).toEqual(
    [...refused, 'REALTOKEN-S-8181-BLISS-ST-DETROIT-MI'].toSorted(),
  )
})

test('accepts the odd names of real lists, without hidden characters and doubled blanks', () => {
  const changed = records.flatMap((record) => {
    const { name } = v.parse(serviceTokenShape, record)
    return record.name.replace(/\s+/g, ' ').trim() === name ? [] : [[record.name, name]]
  })
  expect(changed).toEqual([
    ['\u200e \u200e', 'xpgu5n…Tray'],
    ['Zebec Network\u1160', 'Zebec Network'],
    ['Zebec Network\u1160', 'Zebec Network'],
  ])
})
