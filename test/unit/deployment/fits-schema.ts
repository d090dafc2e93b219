/** The part of JSON Schema 2020-12 that the deployment file's schema uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

const known = new Set([
  ...['$schema', '$defs', 'title', 'default', '$ref', 'anyOf', 'type', 'const', 'enum', 'pattern'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties'],
])

/** Says whether a value fits the schema. Throws for an unknown keyword. */
export function fitsSchema(root: JsonSchema, value: unknown, schema: JsonSchema = root): boolean {
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword))
  if (unknown.length > 0) throw new Error(`the schema uses ${unknown.join(', ')}, which is not known here`)
  const { $ref, anyOf, items } = schema as {
    $ref?: string
    anyOf?: readonly JsonSchema[]
    items?: JsonSchema
  }
  if ($ref !== undefined) return fitsSchema(root, value, definition(root, $ref))
  if (anyOf !== undefined) return anyOf.some((one) => fitsSchema(root, value, one))
  if (!fitsKeywords(schema, value)) return false
  if (Array.isArray(value)) return items === undefined || value.every((one) => fitsSchema(root, one, items))
  return typeof value !== 'object' || value === null || fitsProperties(root, value, schema)
}

function fitsProperties(root: JsonSchema, value: object, schema: JsonSchema): boolean {
  const properties = (schema.properties ?? {}) as { readonly [name: string]: JsonSchema }
  const required = (schema.required ?? []) as readonly string[]
  return (
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, each]) => {
      const property = properties[name]
      return property === undefined ? schema.additionalProperties !== false : fitsSchema(root, each, property)
    })
  )
}

function definition(root: JsonSchema, reference: string): JsonSchema {
  const found = (root.$defs as { readonly [name: string]: JsonSchema })[reference.replace('#/$defs/', '')]
  if (found === undefined) throw new Error(`the schema has no ${reference}`)
  return found
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (Number.isInteger(value)) return 'integer'
  return value === null ? 'null' : typeof value
}

function fitsKeywords(schema: JsonSchema, value: unknown): boolean {
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
