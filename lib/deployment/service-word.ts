import type { Deployment, TypeMap } from './deployment.ts'

/**
 * The word that stands in this project where a service writes its own name: in paths, in the field of the status code and
 * in one member of the signed types. `service.word` of the deployment file names the real one.
 */
export const defaultWord = 'exchange'

/** What a word may be: it becomes part of paths, JSON keys and type strings. */
export const wordPattern = /^[a-z][a-z0-9]{0,31}$/

/** A path of the interface, to be appended to the service's base address. */
export type ServicePath = `/api/v1/${string}`

/** Returns the service's own name as the deployment file has it. */
export function wordOf({ word = defaultWord }: Pick<Deployment['service'], 'word'>): string {
  return word
}

/** Returns a path with the service's name in it: `/api/v1/exchange-auto/history` is `/api/v1/acme-auto/history` for `acme`. */
export function servicePath(path: ServicePath, word: string): ServicePath {
  return path.replace(/^\/api\/v1\/exchange(?=[/-])/, `/api/v1/${word}`) as ServicePath
}

/**
 * Returns the member of a request that names the gateway. What is signed, hashed and submitted keeps the service's own
 * names, so this is the one field that Ferry reads under them.
 */
export function gatewayMember(word: string): string {
  return `${word}Gateway`
}

/** Returns EIP-712 types with the gateway's member named after one service in the place of another. */
export function renameGateway(types: TypeMap, from: string, to: string): TypeMap {
  const [given, wanted] = [gatewayMember(from), gatewayMember(to)]
  const renamed = Object.entries(types).map(([typeName, members]) => [
    typeName,
    members.map((member) => (member.name === given ? { ...member, name: wanted } : member)),
  ])
  return Object.fromEntries(renamed)
}

/** Returns a record of an answer with its status code under the name that Ferry's decoders read. */
export function withStatusCode(record: object, word: string): object {
  const { [`${word}StatusCode`]: exchangeStatusCode, ...rest } = record as {
    readonly [name: string]: unknown
  }
  return { ...rest, exchangeStatusCode }
}
