import type { World } from './world.ts'

/** One endpoint of each chain is in use, and it answers. The person may have switched off the others. */
export function useSingleHost({ chain }: World): void {
  Object.assign(chain, { sources: 1, hosts: 1 })
}
