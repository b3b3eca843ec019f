import { Input, Type } from '../../validation/schema.js';

const name = Type.String({
  minLength: 1,
  maxLength: 1000,
  description:
    "The file's name, from which the name of the stored one is made. Its extension follows from the content.",
});

export const replaceQuery = Input({ name });

export const uploadQuery = Input({
  name,
  title: Type.Optional(Type.String({ description: "The medium's title." })),
  caption: Type.Optional(Type.String({ description: "The medium's caption." })),
  media_category_id: Type.Optional(Type.Integer({ description: "The medium's category." })),
});
