import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createImageStore } from '../../../lib/tokens/images.ts'
import { png } from './pictures.ts'

let nowMs = 1_000
/** The most pictures that the store keeps. */
const mostImages = 256
const storeIn = (name: string) => createImageStore(createDatabase(name), { nowMs: () => nowMs })

test('a picture comes back as the blob it was, and its absence too', async () => {
  const store = storeIn('images-1')
  expect(await store.get('a')).toBeNull()
  await store.put('a', new Blob([png(8, 8)], { type: 'image/png' }))
  await store.put('b', null)
  const kept = await storeIn('images-1').get('a')
  expect(kept).toMatchObject({ savedMs: 1_000, blob: { type: 'image/png' } })
  expect(new Uint8Array((await kept?.blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png(8, 8))
  expect(await store.get('b')).toMatchObject({ blob: null })
})

test('no more are kept than there is room for: the oldest leaves', async () => {
  const store = storeIn('images-2')
  for (let index = 0; index < mostImages + 3; index += 1) {
    nowMs = index
    await store.put(`${index}`, null)
  }
  for (const gone of [0, 1, 2]) expect(await store.get(`${gone}`)).toBeNull()
  for (const kept of [3, mostImages + 2]) expect(await store.get(`${kept}`)).not.toBeNull()
})

test('a store that fails says so', async () => {
  const broken = createImageStore(() => Promise.reject(new DOMException('no', 'QuotaExceededError')), {
    nowMs: () => 0,
  })
  await expect(broken.get('a')).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  await expect(broken.put('a', null)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
})
