import type { Deployment, TypeMap } from './deployment.ts'

/**
 * The placeholder for the service's own name: in paths, in the field of the status code and in one member of the signed
 * types. `service.word` of the deployment file is the real name.
 */
export const defaultWord = 'exchange'

/** The allowed form of a word: it becomes part of paths, JSON keys and type strings. */
export const wordPattern = /^[a-z][a-z0-9]{0,31}$/

/** A path of the interface, to append to the service's base address. */
export type ServicePath = `/api/v1/${string}`

export function getServiceWord({ word = defaultWord }: Pick<Deployment['service'], 'word'>): string {
  return word
}

/** Puts the service's name into a path: `/api/v1/exchange-auto/history` becomes `/api/v1/acme-auto/history` for `acme`. */
export function servicePath(path: ServicePath, word: string): ServicePath {
  return path.replace(/^\/api\/v1\/exchange(?=[/-])/, `/api/v1/${word}`) as ServicePath
}

/**
 * Returns the name of the request member that holds the gateway. Signed, hashed and submitted data keep the service's own
 * names, so this is the only field that Ferry reads under such a name.
 */
export function gatewayMember(word: string): string {
  return `${word}Gateway`
}

export function renameGateway(types: TypeMap, from: string, to: string): TypeMap {
  const [given, wanted] = [gatewayMember(from), gatewayMember(to)]
  const renamed = Object.entries(types).map(([typeName, members]) => [
    typeName,
    members.map((member) => (member.name === given ? { ...member, name: wanted } : member)),
  ])
  return Object.fromEntries(renamed)
}

export function withStatusCode(record: object, word: string): object {
  const { [`${word}StatusCode`]: exchangeStatusCode, ...rest } = record as {
    readonly [name: string]: unknown
  }
  return { ...rest, exchangeStatusCode }
}
