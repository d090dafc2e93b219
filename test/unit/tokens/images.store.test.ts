import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createImageStore } from '../../../lib/tokens/images.ts'
import { png } from './image-fixtures.ts'

let nowMs = 1_000
/** The most logos in the store. */
const mostImages = 256
const storeIn = (name: string) => createImageStore(createDatabase(name), { nowMs: () => nowMs })

test('returns a logo as the stored blob, and a stored null', async () => {
  const store = storeIn('images-1')
  expect(await store.get('a')).toBeNull()
  await store.put('a', new Blob([png(8, 8)], { type: 'image/png' }))
  await store.put('b', null)
  const kept = await storeIn('images-1').get('a')
  expect(kept).toMatchObject({ savedMs: 1_000, blob: { type: 'image/png' } })
  expect(new Uint8Array((await kept?.blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png(8, 8))
  expect(await store.get('b')).toMatchObject({ blob: null })
})

test('removes the oldest logo above the limit', async () => {
  const store = storeIn('images-2')
  for (let index = 0; index < mostImages + 3; index += 1) {
    nowMs = index
    await store.put(`${index}`, null)
  }
  for (const gone of [0, 1, 2]) expect(await store.get(`${gone}`)).toBeNull()
  for (const kept of [3, mostImages + 2]) expect(await store.get(`${kept}`)).not.toBeNull()
})

test('rejects with storageFailed when the database fails', async () => {
  const broken = createImageStore(() => Promise.reject(new DOMException('no', 'QuotaExceededError')), {
    nowMs: () => 0,
  })
  await expect(broken.get('a')).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  await expect(broken.put('a', null)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
})
