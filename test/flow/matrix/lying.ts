import type { ChainReader } from '../../../lib/chain/chain-port.ts'
import type { World } from '../world/world.ts'

/** Has the nodes say something else than what is so; what it gives has them tell the truth again. */
export function nodesSay(world: World, said: Partial<ChainReader>): () => void {
  const { reader } = world.chain
  const truth = Object.fromEntries(Object.keys(said).map((name) => [name, Reflect.get(reader, name)]))
  Object.assign(reader, said)
  return () => void Object.assign(reader, truth)
}
