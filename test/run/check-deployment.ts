import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { deploymentFaults, faultText } from '../../lib/deployment/faults.ts'
import { decodeDeployment } from '../../lib/deployment/schema.ts'
import { createDeploymentReport, deploymentWarnings } from './deployment-report.ts'

/**
 * `npm run check:deployment -- PATH`: prints one line per fault and exits with 1, or prints a summary of the file's
 * permissions. With `--strict` it exits with 2 if the summary has a warning.
 */
function checkDeployment(path: string, isStrict: boolean): void {
  const input: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const faults = deploymentFaults(input)
  if (faults.length > 0) throw new Error(faultText(path, faults))
  const deployment = decodeDeployment(input)
  console.log(createDeploymentReport(path, deployment))
  if (isStrict && deploymentWarnings(deployment).length > 0) process.exitCode = 2
}

const { values, positionals } = parseArgs({
  options: { strict: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const path = positionals[0] ?? process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json'
try {
  checkDeployment(path, values.strict)
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  console.error(words.startsWith(`${path}: `) ? words : `${path}: ${words}`)
  process.exitCode = 1
}
