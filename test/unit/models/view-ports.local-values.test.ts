import { expect, it } from 'vitest'
import { readLocal, writeLocal } from '../../../lib/models/view-ports.ts'

function storageOf(kept: string | null) {
  const written: string[] = []
  return {
    written,
    read: () => written.at(-1) ?? kept,
    write: (_key: string, text: string) => void written.push(text),
  }
}

it('writes a new value, and skips an unchanged one', () => {
  const storage = storageOf('{"amount":"1"}')
  writeLocal(storage, 'draft', { amount: '1' })
  expect(storage.written).toEqual([])
  writeLocal(storage, 'draft', { amount: '2' })
  writeLocal(storage, 'draft', { amount: '2' })
  expect(storage.written).toEqual(['{"amount":"2"}'])
})

it('reads a truncated value as none', () => {
  expect([readLocal(storageOf('{"amount'), 'draft'), readLocal(storageOf(null), 'draft')]).toEqual([
    null,
    null,
  ])
})
