import { expect } from 'vitest'
import type { ChainReader } from '../../../lib/chain/chain-reader.ts'
import type { World } from '../../harness/world.ts'

/**
 * Makes the nodes lie. The returned function makes them honest again. It fails if one of the lies was never
 * read, because such a cell proves nothing.
 */
export function overrideReads(world: World, said: Partial<ChainReader>): () => void {
  const { reader } = world.chain
  const names = Object.keys(said).toSorted()
  const truth = Object.fromEntries(names.map((name) => [name, Reflect.get(reader, name)]))
  const received = new Set<string>()
  const lies = Object.entries(said).map(([name, lie]) => [
    name,
    (...requests: readonly unknown[]) => {
      received.add(name)
      return Reflect.apply(lie, undefined, requests)
    },
  ])
  Object.assign(reader, Object.fromEntries(lies))
  return () => {
    Object.assign(reader, truth)
    expect([...received].toSorted(), 'lies that were heard').toEqual(names)
  }
}
