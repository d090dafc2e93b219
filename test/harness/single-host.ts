import { onTestFinished } from 'vitest'
import { harbour } from './chains.ts'
import type { World } from './world.ts'

/** Until the end of the test, the deployment file names one endpoint of the origin chain, and it answers. */
export function useSingleHost({ chain }: World): void {
  const { rpcUrls } = harbour
  Object.assign(harbour, { rpcUrls: rpcUrls.slice(0, 1) })
  Object.assign(chain, { sources: 1, hosts: 1 })
  onTestFinished(() => void Object.assign(harbour, { rpcUrls }))
}
