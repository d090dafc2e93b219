import { Problem } from '../base/problem.ts'
import { decodeDeployment } from './decode-deployment.ts'
import type { Deployment } from './deployment.ts'

/**
 * Reads the deployment file that was packed with this build, checked once more. Throws `internal` when it cannot be
 * read.
 */
export async function readPackedDeployment(
  fetchFile: (url: string) => Promise<Response>,
  url: string,
): Promise<Deployment> {
  const answer = await fetchFile(url)
  if (!answer.ok) throw new Problem('internal', { facts: { what: 'deployment.json is missing' } })
  return decodeDeployment(await answer.json())
}
