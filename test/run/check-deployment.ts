import { readFileSync } from 'node:fs'
import { deploymentFaults, faultText } from '../../lib/deployment/faults.ts'
import { decodeDeployment } from '../../lib/deployment/schema.ts'
import { createDeploymentReport } from './deployment-report.ts'

/** `npm run check:deployment -- PATH`: returns one line per fault, or a summary of the file's permissions. */
function checkDeployment(path: string): string {
  const input: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const faults = deploymentFaults(input)
  if (faults.length > 0) throw new Error(faultText(path, faults))
  return createDeploymentReport(path, decodeDeployment(input))
}

const path = process.argv[2] ?? process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json'
try {
  console.log(checkDeployment(path))
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  console.error(words.startsWith(`${path}: `) ? words : `${path}: ${words}`)
  process.exitCode = 1
}
