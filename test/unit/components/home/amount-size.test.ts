import { expect, it } from 'vitest'
import { amountClass } from '../../../../components/home/amount-size.ts'

it.each([
  ['', 'amount hero'],
  ['100', 'amount hero'],
  ['99.56', 'amount hero'],
  ['123456', 'amount hero'],
  ['1,240.5', 'amount hero'],
  ['99.5612', 'amount'],
  ['1234567', 'amount'],
  ['Unknown', 'amount'],
  ['1,234,567.89', 'amount long'],
  ['123456789', 'amount'],
  ['123456789.5', 'amount long'],
  ['1.23456789', 'amount'],
  ['0.1234567891', 'amount long'],
  ['9'.repeat(100), 'amount long'],
])('draws %s as %s', (text, drawn) => {
  expect(amountClass(text)).toBe(drawn)
})

it('never draws a longer amount larger', () => {
  const sizes = ['amount hero', 'amount', 'amount long']
  const drawn = Array.from({ length: 60 }, (_, length) => sizes.indexOf(amountClass('7'.repeat(length))))
  expect(drawn).toEqual(drawn.toSorted())
})
