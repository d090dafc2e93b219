import { expect, it } from 'vitest'
import { readKept, writeKept } from '../../../lib/models/kept.ts'

function storageOf(kept: string | null) {
  const written: string[] = []
  return {
    written,
    read: () => written.at(-1) ?? kept,
    write: (_key: string, text: string) => void written.push(text),
  }
}

it('writes what is new, and not again what is there', () => {
  const storage = storageOf('{"amount":"1"}')
  writeKept(storage, 'draft', { amount: '1' })
  expect(storage.written).toEqual([])
  writeKept(storage, 'draft', { amount: '2' })
  writeKept(storage, 'draft', { amount: '2' })
  expect(storage.written).toEqual(['{"amount":"2"}'])
})

it('reads half a value as none', () => {
  expect([readKept(storageOf('{"amount'), 'draft'), readKept(storageOf(null), 'draft')]).toEqual([null, null])
})
