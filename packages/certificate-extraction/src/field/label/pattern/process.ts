// What is done to goods when they are made ("Filling date", "Bottled on", "Milled by").
export const PROCESS =
  '(?:synthesis|fill|filling|blend|blending|mixing|moulding|molding|casting|distillation|roasting|roast|brewing|brew|bottling|compounding|extrusion|rolling|formulation|baking|milling|pressing)';
export const PROCESSED =
  '(?:filled|blended|mixed|moulded|molded|distilled|roasted|brewed|bottled|compounded|synthesi[sz]ed|formulated|extruded|baked|milled)';
