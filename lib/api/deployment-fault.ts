import { Problem } from '../base/problem.ts'

/** What is wrong with a deployment file, in one line for whoever wrote it: `$.service.kind: expected one of ...`. */
export function deploymentFault(file: string, thrown: unknown): string {
  const { path, expected } = thrown instanceof Problem ? thrown.data.facts : {}
  if (path !== undefined) return `${file}: ${path}: expected ${expected}`
  return `${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}`
}
