import { writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { addressShape, digitsShape } from '../../lib/base/shapes.ts'
import {
  baseUrlShape,
  explorerUrlShape,
  hostShape,
  loopbackUrlShape,
  originShape,
  webUrlShape,
} from '../../lib/base/url.ts'
import {
  contractShape,
  deploymentShape,
  feeBpsShape,
  priceFeedShape,
  typeMapShape,
  withoutDuplicates,
} from '../../lib/deployment/schema.ts'

export const schemaPath = 'lib/deployment/deployment.schema.json'

/** Patterns for rules that the decoder's functions enforce. Tests check both against the same values. */
const ports = '(:[0-9]{1,5})?'
const loopback = '(127\\.0\\.0\\.1|localhost)'
const host = '(([a-z0-9][a-z0-9-]*\\.)*[a-z][a-z0-9-]*|[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[::1\\])'
const site = `(https://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|http://${loopback})${ports}`
const path = '(/[^?#\\s]*)?'
const query = '(\\?[^#\\s]*)?'
const upTo500 = '(?!0+(\\.0+)?$)0*(500(\\.0+)?|([0-9]|[1-9][0-9]|[1-4][0-9][0-9])(\\.[0-9]+)?)'

/** The four structs that the interface signs. The checks of the file require exactly these, by type hash. */
function typeMap() {
  const text = (pattern: string) => ({ type: 'string', pattern })
  const member = {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'type'],
    properties: { name: text('^[A-Za-z][A-Za-z0-9]{0,63}$'), type: text('^[A-Za-z][A-Za-z0-9]{0,63}$') },
  }
  const members = { type: 'array', minItems: 1, items: member }
  const names = ['PermitWitnessTransferFrom', 'TokenPermissions', 'Request', 'BasicRequest']
  return {
    type: 'object',
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, members])),
  }
}

const text = (maxLength: number, pattern: string) => ({ type: 'string', maxLength, pattern: `^${pattern}$` })

/** Formats that code enforces, as far as JSON Schema can express them. */
const forms = {
  address: text(42, '0x[0-9a-fA-F]{40}'),
  contract: text(42, '0x(?!0{40}$)[0-9a-fA-F]{40}'),
  url: text(500, site + path + query),
  baseUrl: text(500, site + path),
  explorerUrl: text(500, `${site}${path}${query}(#[A-Za-z0-9_./~-]*)?`),
  origin: text(261, `(https://${host}|http://(${loopback}|\\[::1\\]))${ports}`),
  host: text(253, host + ports),
  loopbackUrl: text(500, `(ws|http)://${loopback}${ports}${path}${query}`),
  digits: text(78, '(0|[1-9][0-9]{0,77})'),
  feeBps: { type: 'string', pattern: `^${upTo500}$` },
  typeMap: typeMap(),
}

const definitions = {
  address: addressShape,
  contract: contractShape,
  url: webUrlShape,
  baseUrl: baseUrlShape,
  explorerUrl: explorerUrlShape,
  origin: originShape,
  host: hostShape,
  loopbackUrl: loopbackUrlShape,
  digits: digitsShape,
  feeBps: feeBpsShape,
  typeMap: typeMapShape,
  priceFeed: priceFeedShape,
}

export function deploymentSchemaText(): string {
  const { $schema, $defs, ...made } = toJsonSchema(deploymentShape, {
    target: 'draft-2020-12',
    typeMode: 'input',
    definitions,
    // Function checks have their patterns above, except one that JSON Schema supports.
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'string' } : undefined),
    overrideAction({ valibotAction, jsonSchema }) {
      if (!['check', 'raw_check', 'transform'].includes(valibotAction.type)) return undefined
      const isUnique = 'message' in valibotAction && valibotAction.message === withoutDuplicates
      return isUnique ? { ...jsonSchema, uniqueItems: true } : jsonSchema
    },
  })
  const schema = { $schema, title: "Ferry's deployment file", ...made, $defs: { ...$defs, ...forms } }
  return `${JSON.stringify(schema, null, 2)}\n`
}

if (import.meta.main) writeFileSync(schemaPath, deploymentSchemaText())
