/** The part of JSON Schema 2020-12 that the deployment file's schema uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

const known = new Set([
  ...['$schema', '$defs', 'title', 'default', '$ref', 'anyOf', 'type', 'const', 'enum', 'pattern'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties'],
])

/**
 * The path where the value differs from the schema, as `$.chains[0].name`. Null if it fits. Throws for an unknown keyword.
 */
export function schemaFault(
  root: JsonSchema,
  value: unknown,
  schema: JsonSchema = root,
  path = '$',
): string | null {
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword))
  if (unknown.length > 0) throw new Error(`the schema uses ${unknown.join(', ')}, which is not known here`)
  const { $ref, anyOf } = schema as { $ref?: string; anyOf?: readonly JsonSchema[] }
  if ($ref !== undefined) return schemaFault(root, value, definition(root, $ref), path)
  if (anyOf !== undefined) {
    return anyOf.some((one) => schemaFault(root, value, one, path) === null) ? null : path
  }
  if (!fits(schema, value)) return path
  if (Array.isArray(value) && schema.items !== undefined) {
    return firstFault(value.map((item, at) => [item, schema.items, `${path}[${at}]`]))
  }
  if (isObject(value)) {
    const properties = (schema.properties ?? {}) as { readonly [name: string]: JsonSchema }
    const strange = Object.keys(value).find((name) => !(name in properties))
    if (strange !== undefined && schema.additionalProperties === false) return `${path}.${strange}`
    const absent = ((schema.required ?? []) as readonly string[]).find((name) => !(name in value))
    if (absent !== undefined) return `${path}.${absent}`
    return firstFault(
      Object.entries(value).map(([name, each]) => [each, properties[name], `${path}.${name}`]),
    )
  }
  return null

  function firstFault(parts: readonly (readonly [unknown, unknown, string])[]): string | null {
    for (const [each, one, at] of parts) {
      const fault = schemaFault(root, each, one as JsonSchema, at)
      if (fault !== null) return fault
    }
    return null
  }
}

function definition(root: JsonSchema, reference: string): JsonSchema {
  const found = (root.$defs as { readonly [name: string]: JsonSchema })[reference.replace('#/$defs/', '')]
  if (found === undefined) throw new Error(`the schema has no ${reference}`)
  return found
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (Number.isInteger(value)) return 'integer'
  return value === null ? 'null' : typeof value
}

function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.type !== undefined && typeOf(value) !== schema.type) return false
  if ('const' in schema && value !== schema.const) return false
  if (schema.enum !== undefined && !(schema.enum as readonly unknown[]).includes(value)) return false
  if (typeof value === 'string') {
    const hasForm = schema.pattern === undefined || new RegExp(String(schema.pattern), 'u').test(value)
    return hasForm && isWithin(value.length, schema.minLength, schema.maxLength)
  }
  if (typeof value === 'number') return isWithin(value, schema.minimum, schema.maximum)
  if (!Array.isArray(value)) return true
  const isUnique = new Set(value.map((item) => JSON.stringify(item))).size === value.length
  return (schema.uniqueItems !== true || isUnique) && isWithin(value.length, schema.minItems, schema.maxItems)
}

function isWithin(number: number, least: unknown, most: unknown): boolean {
  return (least === undefined || number >= Number(least)) && (most === undefined || number <= Number(most))
}
