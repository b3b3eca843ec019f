import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ajvOptions } from '../../validation/schema.js';
import type { BlockType, Kind } from './block-type.js';

/** Object or list that a value is in. */
export type Holder = Record<string | number, unknown>;

/** Visitor that Ajv calls, as `this`, for each value that has a kind, whatever its type. */
export interface KindVisitor {
  /** @param pointer RFC 6901, from the data */
  visit(kind: Kind, value: unknown, holder: Holder, key: string | number, pointer: string): void;
}

const ajv = new Ajv2020({ ...ajvOptions, passContext: true });
ajv.addKeyword({
  keyword: 'x-kind',
  schemaType: 'string',
  modifying: true,
  valid: true,
  errors: false,
  compile: (kind: Kind) =>
    function (this: KindVisitor, value: unknown, at) {
      if (at !== undefined) this.visit(kind, value, at.parentData, at.parentDataProperty, at.instancePath);
      return true;
    },
});

/** Compiled once a type: Ajv keeps it. */
export function validatorOf(blockType: BlockType): ValidateFunction {
  return ajv.compile(blockType.data);
}
