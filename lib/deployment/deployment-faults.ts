import { shapeFaults } from './decode-deployment.ts'
import type { DeploymentFault } from './deployment-fault.ts'
import { ruleFaults, sandboxFirefoxId } from './deployment-rules.ts'
import { secretFaults } from './deployment-secret.ts'

/** For which browser a package is made of the file; null for neither yet. */
export type Packed = 'chrome' | 'firefox' | null

/**
 * Everything that is wrong with a deployment file, not only the first of it: what looks like a secret, what has the
 * wrong shape, and what would cost money though its shape is right.
 */
export function deploymentFaults(input: unknown, packed: Packed = null): readonly DeploymentFault[] {
  const faults = [
    ...secretFaults(input),
    ...shapeFaults(input),
    ...ruleFaults(input),
    ...(packed === 'firefox' ? firefoxFaults(input) : []),
  ]
  // A place is named once, by what was said of it first.
  return faults.filter(({ path }, at) => faults.findIndex((one) => one.path === path) === at)
}

/** Mozilla keeps one publisher for an id: the sandbox's belongs to nobody else's package. */
export function firefoxFaults(input: unknown): readonly DeploymentFault[] {
  if (typeof input !== 'object' || input === null || !('service' in input)) return []
  const { service } = input
  const isSandbox =
    typeof service === 'object' && service !== null && 'kind' in service && service.kind === 'sandbox'
  const id = 'firefoxId' in input ? input.firefoxId : undefined
  if (isSandbox || (id !== undefined && id !== sandboxFirefoxId)) return []
  const expected = `an add-on id of your own, as "ferry@your.domain", for a package for Firefox`
  return [{ path: '$.firefoxId', expected, found: id === undefined ? 'nothing' : sandboxFirefoxId }]
}
