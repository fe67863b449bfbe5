// Made of the schema by `npm run claims:types`; never edited.

/** A dental claim, as JSON. */
export interface DentalClaim {
  readonly assistantSurgeon?: {
    readonly address?: DentalAddress;
    /** 2310D/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    readonly contactInformation?: DentalContact;
    /** 2310D/NM1/04. */
    readonly firstName?: string;
    /** 2310D/NM1/03. */
    readonly lastName: string;
    /** 2310D/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2310D/NM1/05. */
    readonly middleName?: string;
    /** 2310D/NM1[08=XX]/09. */
    readonly npi?: string;
    /** 2310D/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310D/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310D/NM1/07. */
    readonly suffix?: string;
    /** 2310D/PRV[01=AS][02=PXC]/03. */
    readonly taxonomyCode: string;
  };
  readonly billing: {
    readonly address?: DentalAddress2;
    /** 2010AC/REF[01=FY]/02. @deprecated */
    readonly claimOfficeNumber?: string;
    /** 2010BB/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    readonly contactInformation?: DentalContact2;
    /** 2010AA/REF[01=EI]/02. */
    readonly employerId?: string;
    /** 2010AA/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2010AA/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2010BB/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2010AA/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2010AC/REF[01=NF]/02. @deprecated */
    readonly naic?: string;
    /** 2010AA/NM1[08=XX]/09. */
    readonly npi?: string;
    /** 2010AA/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 2010AC/REF[01=2U]/02. @deprecated */
    readonly payerIdentificationNumber?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2010AA/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2010AA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2010AA/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2010AA/NM1[02=1]/07. */
    readonly suffix?: string;
    /** 2000A/PRV[01=BI][02=PXC]/03. */
    readonly taxonomyCode?: string;
  };
  /** BHT/06. */
  readonly claimIdentifier?: '31' | 'CH' | 'RP';
  readonly claimInformation: {
    /** 2300/CLM/11-5. */
    readonly autoAccidentCountryCode?: string;
    /** 2300/CLM/11-4. */
    readonly autoAccidentStateCode?: string;
    /** 2300/CLM/08. */
    readonly benefitsAssignmentCertificationIndicator: 'N' | 'W' | 'Y';
    /** 2300/CLM/02. */
    readonly claimChargeAmount: string;
    readonly claimContractInformation?: DentalContractInformation;
    readonly claimDateInformation?: {
      /** 2300/DTP[01=439]/03. */
      readonly accidentDate?: string;
      /** 2300/DTP[01=452]/03. */
      readonly appliancePlacementDate?: string;
      /** 2300/DTP[01=050]/03. */
      readonly repricerReceivedDate?: string;
      /** 2300/DTP[01=472]/03. */
      readonly serviceDate?: string;
    };
    /** 2000B/SBR/09. */
    readonly claimFilingCode?: '11' | '12' | '13' | '14' | '15' | '16' | '17' | 'AM' | 'BL' | 'CH' | 'CI' | 'DS' | 'FI' | 'HM' | 'LM' | 'MA' | 'MB' | 'MC' | 'OF' | 'TV' | 'VA' | 'WC' | 'ZZ';
    /** 2300/CLM/05-3. */
    readonly claimFrequencyCode: '1' | '7' | '8';
    /** 2300/NTE[01=ADD]/02. */
    readonly claimNotes?: readonly string[];
    readonly claimPricingRepricingInformation?: {
      /** 2300/HCP/15. */
      readonly exceptionCode?: '1' | '2' | '3' | '4' | '5' | '6';
      /** 2300/HCP/14. */
      readonly policyComplianceCode?: '1' | '2' | '3' | '4' | '5';
      /** 2300/HCP/01. */
      readonly pricingMethodologyCode: '00' | '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12' | '13' | '14';
      /** 2300/HCP/13. */
      readonly rejectReasonCode?: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6';
      /** 2300/HCP/02. */
      readonly repricedAllowedAmount: string;
      /** 2300/HCP/07. */
      readonly repricedApprovedAmbulatoryPatientGroupAmount?: string;
      /** 2300/HCP/06. */
      readonly repricedApprovedAmbulatoryPatientGroupCode?: string;
      /** 2300/HCP/03. */
      readonly repricedSavingAmount?: string;
      /** 2300/HCP/04. */
      readonly repricingOrganizationIdentifier?: string;
      /** 2300/HCP/05. */
      readonly repricingPerDiemOrFlatRateAmount?: string;
    };
    readonly claimSupplementalInformation?: {
      /** 2300/REF[01=9C]/02. */
      readonly adjustedRepricedClaimNumber?: string;
      /** 2300/REF[01=F8]/02. */
      readonly claimControlNumber?: string;
      /** 2300/REF[01=D9]/02. @deprecated */
      readonly claimNumber?: string;
      /** 2300/REF[01=G3]/02. */
      readonly predeterminationOfBenefitsIdentifier?: string;
      /** 2300/REF[01=G1]/02. */
      readonly priorAuthorizationNumber?: string;
      /** 2300/REF[01=9F]/02. */
      readonly referralNumber?: string;
      readonly reportInformation?: DentalReportInformation;
      readonly reportInformations?: readonly DentalReportInformation[];
      /** 2300/REF[01=9A]/02. */
      readonly repricedClaimNumber?: string;
      /** 2300/REF[01=4N]/02. */
      readonly serviceAuthorizationExceptionCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7';
    };
    /** 2300/CLM/20. */
    readonly delayReasonCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '15';
    /** 2300/K3/01. @deprecated */
    readonly fileInformation?: string;
    /** 2300/K3/01. */
    readonly fileInformationList?: readonly string[];
    readonly healthCareCodeInformation?: readonly ({
      /** 2300/HI/NN-2. */
      readonly diagnosisCode: string;
      /** 2300/HI/NN-1. */
      readonly diagnosisTypeCode: 'ABK' | 'ABF' | 'TQ';
    })[];
    readonly orthodonticTotalMonthsOfTreatment?: {
      /** 2300/DN1/01. */
      readonly monthsCount?: number;
      /** 2300/DN1/02. */
      readonly monthsRemaining?: number;
      /** 2300/DN1/04. */
      readonly treatmentIndicator?: string;
    };
    readonly otherSubscriberInformation?: readonly ({
      /** 2320/OI/03. */
      readonly benefitsAssignmentCertificationIndicator: 'N' | 'W' | 'Y';
      /** 2320/SBR/09. */
      readonly claimFilingIndicatorCode?: '11' | '12' | '13' | '14' | '15' | '16' | '17' | 'AM' | 'BL' | 'CH' | 'CI' | 'DS' | 'FI' | 'HM' | 'LM' | 'MA' | 'MB' | 'MC' | 'OF' | 'TV' | 'VA' | 'WC' | 'ZZ';
      readonly claimLevelAdjustments?: readonly DentalClaimLevelAdjustments[];
      /** 2320/SBR/02. */
      readonly individualRelationshipCode: '01' | '18' | '19' | '20' | '21' | '39' | '40' | '53' | 'G8';
      /** 2320/SBR/03. */
      readonly insuranceGroupOrPolicyNumber?: string;
      /** 2320/SBR/05. */
      readonly insuranceTypeCode?: '12' | '13' | '14' | '15' | '16' | '41' | '42' | '43' | '47';
      readonly medicareOutpatientAdjudication?: {
        /** 2320/MOA/03 04 05 06 07. */
        readonly claimPaymentRemarkCode?: readonly string[];
        /** 2320/MOA/02. */
        readonly hcpcsPayableAmount?: string;
        /** 2320/MOA/09. */
        readonly nonPayableProfessionalComponentBilledAmount?: string;
        /** 2320/MOA/01. */
        readonly reimbursementRate?: string;
      };
      /** 2320/AMT[01=A8]/02. */
      readonly nonCoveredChargeAmount?: string;
      /** 2320/SBR/04. */
      readonly otherInsuredGroupName?: string;
      readonly otherPayerAssistantSurgeon?: {
        /** 2330H/NM1/02. */
        readonly entityTypeQualifier: '1' | '2';
        readonly otherPayerAssistantSurgeonIdentifier: readonly DentalSecondaryIdentifier[];
      };
      readonly otherPayerBillingProvider?: readonly ({
        /** 2330F/NM1/02. */
        readonly entityTypeQualifier: '1' | '2';
        readonly otherPayerBillingProviderIdentifier: readonly DentalSecondaryIdentifier[];
      })[];
      readonly otherPayerName: {
        readonly otherPayerAddress?: DentalAddress2;
        /** 2330B/DTP[01=573]/03. */
        readonly otherPayerAdjudicationOrPaymentDate?: string;
        /** 2330B/REF[01=T4]/02. */
        readonly otherPayerClaimAdjustmentIndicator?: boolean;
        /** 2330B/REF[01=F8]/02. */
        readonly otherPayerClaimControlNumber?: string;
        /** 2330B/NM1/09. */
        readonly otherPayerIdentifier: string;
        /** 2330B/NM1/08. */
        readonly otherPayerIdentifierTypeCode: 'PI' | 'XV';
        /** 2330B/NM1/03. */
        readonly otherPayerOrganizationName: string;
        /** 2330B/REF[01=G3]/02. */
        readonly otherPayerPredeterminationIdentification?: string;
        /** 2330B/REF[01=G1]/02. */
        readonly otherPayerPriorAuthorizationNumber?: string;
        /** 2330B/REF[01=9F]/02. */
        readonly otherPayerPriorAuthorizationOrReferralNumber?: string;
        readonly otherPayerSecondaryIdentifier?: readonly DentalSecondaryIdentifier[];
      };
      readonly otherPayerReferringProvider?: readonly {
        readonly otherPayerReferringProviderIdentifier: readonly DentalSecondaryIdentifier[];
      }[];
      readonly otherPayerRenderingProvider?: readonly ({
        /** 2330D/NM1/02. */
        readonly entityTypeQualifier: '1' | '2';
        readonly otherPayerRenderingProviderSecondaryIdentifier?: readonly DentalSecondaryIdentifier[];
      })[];
      readonly otherPayerServiceFacilityLocation?: readonly {
        readonly otherPayerServiceFacilityLocationSecondaryIdentifier: readonly DentalSecondaryIdentifier[];
      }[];
      readonly otherPayerSupervisingProvider?: readonly {
        readonly otherPayerSupervisingProviderIdentifier: readonly DentalSecondaryIdentifier[];
      }[];
      readonly otherSubscriberName: {
        /** 2330A/REF[01=SY]/02. */
        readonly otherInsuredAdditionalIdentifiers?: readonly string[];
        readonly otherInsuredAddress?: DentalAddress2;
        /** 2330A/NM1/04. */
        readonly otherInsuredFirstName?: string;
        /** 2330A/NM1/09. */
        readonly otherInsuredIdentifier: string;
        /** 2330A/NM1/08. */
        readonly otherInsuredIdentifierTypeCode: 'II' | 'MI';
        /** 2330A/NM1/03. */
        readonly otherInsuredLastName: string;
        /** 2330A/NM1/05. */
        readonly otherInsuredMiddleName?: string;
        /** 2330A/NM1/07. */
        readonly otherInsuredNameSuffix?: string;
        /** 2330A/NM1/02. */
        readonly otherInsuredQualifier: '1' | '2';
      };
      /** 2320/AMT[01=D]/02. */
      readonly payerPaidAmount?: string;
      /** 2320/SBR/01. */
      readonly paymentResponsibilityLevelCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'P' | 'S' | 'T' | 'U';
      /** 2320/OI/06. */
      readonly releaseOfInformationCode: 'I' | 'Y';
      /** 2320/AMT[01=EAF]/02. */
      readonly remainingPatientLiability?: string;
    })[];
    /** 2300/AMT[01=F5]/02. */
    readonly patientAmountPaid?: string;
    /** 2300/CLM/01. */
    readonly patientControlNumber: string;
    /** 2300/CLM/05-1. */
    readonly placeOfServiceCode: string;
    /** 2300/CLM/07. */
    readonly planParticipationCode?: 'A' | 'C';
    /** 2300/CLM/19. */
    readonly predeterminationOfBenefits?: boolean;
    /** 2010BA/REF[01=Y4]/02 or 2010CA/REF[01=Y4]/02. */
    readonly propertyCasualtyClaimNumber?: string;
    /** 2300/CLM/11-1 11-2. */
    readonly relatedCausesCode?: readonly ('AA' | 'EM' | 'OA')[];
    /** 2300/CLM/09. */
    readonly releaseInformationCode: 'I' | 'Y';
    readonly serviceFacilityLocation?: {
      readonly address: DentalAddress2;
      /** 2310C/NM1[08=XX]/09. */
      readonly npi?: string;
      /** 2310C/NM1/03. */
      readonly organizationName: string;
      /** It has no place in the claim and is not sent. */
      readonly phoneExtension?: string;
      /** It has no place in the claim and is not sent. */
      readonly phoneName?: string;
      /** It has no place in the claim and is not sent. */
      readonly phoneNumber?: string;
      readonly secondaryIdentifier?: readonly DentalSecondaryIdentifier[];
    };
    readonly serviceLines: readonly ({
      readonly assistantSurgeon?: {
        /** 2420B/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** 2420B/NM1/04. */
        readonly firstName?: string;
        /** 2420B/NM1/03. */
        readonly lastName?: string;
        /** 2420B/REF[01=LU]/02. */
        readonly locationNumber?: string;
        /** 2420B/NM1/05. */
        readonly middleName?: string;
        /** 2420B/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** 2420B/REF[01=1G]/02. */
        readonly providerUpinNumber?: string;
        /** 2420B/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420B/NM1/07. */
        readonly suffix?: string;
        /** 2420B/PRV[01=AS][02=PXC]/03. */
        readonly taxonomyCode?: string;
      };
      readonly contractInformation?: DentalContractInformation;
      readonly dentalService: {
        readonly compositeDiagnosisCodePointers?: {
          /** 2400/SV3/11-1 11-2 11-3 11-4. */
          readonly diagnosisCodePointers: readonly string[];
        };
        /** 2400/SV3/01-7. */
        readonly description?: string;
        /** 2400/SV3/02. */
        readonly lineItemChargeAmount: string;
        /** 2400/SV3/04-1 04-2 04-3 04-4 04-5. */
        readonly oralCavityDesignation?: readonly string[];
        /** 2400/SV3/03. */
        readonly placeOfServiceCode?: string;
        /** 2400/SV3/01-2. */
        readonly procedureCode: string;
        /** 2400/SV3/06. */
        readonly procedureCount?: number;
        /** 2400/SV3/01-3 01-4 01-5 01-6. */
        readonly procedureModifiers?: readonly string[];
        /** 2400/SV3/05. */
        readonly prosthesisCrownOrInlayCode?: 'I' | 'R';
      };
      /** 2400/K3/01. */
      readonly fileInformation?: readonly string[];
      readonly lineAdjudicationInformation?: readonly ({
        /** 2430/DTP[01=573]/03. */
        readonly adjudicationOrPaymentDate: string;
        /** 2430/SVD/06. */
        readonly bundledOrUnbundledLineNumber?: string;
        readonly claimAdjustmentInformation?: readonly DentalClaimLevelAdjustments[];
        /** 2430/SVD/01. */
        readonly otherPayerPrimaryIdentifier: string;
        /** 2430/SVD/05. */
        readonly paidServiceUnitCount: string;
        /** 2430/SVD/03-2. */
        readonly procedureCode: string;
        /** 2430/SVD/03-7. */
        readonly procedureCodeDescription?: string;
        /** 2430/SVD/03-3 03-4 03-5 03-6. */
        readonly procedureModifier?: readonly string[];
        /** 2430/AMT[01=EAF]/02. */
        readonly remainingPatientLiability?: string;
        /** 2430/SVD/03-1. */
        readonly serviceIdQualifier: 'AD' | 'ER';
        /** 2430/SVD/02. */
        readonly serviceLinePaidAmount: string;
      })[];
      readonly linePricingRepricingInformation?: {
        /** 2400/HCP/15. */
        readonly exceptionCode?: '1' | '2' | '3' | '4' | '5' | '6';
        /** 2400/HCP/11. */
        readonly measurementUnitCode?: 'UN';
        /** 2400/HCP/14. */
        readonly policyComplianceCode?: '1' | '2' | '3' | '4' | '5';
        /** 2400/HCP/01. */
        readonly pricingMethodologyCode: '00' | '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12' | '13' | '14';
        /** 2400/HCP/13. */
        readonly rejectReasonCode?: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6';
        /** 2400/HCP/02. */
        readonly repricedAllowedAmount: string;
        /** 2400/HCP/10. */
        readonly repricedApprovedHCPCSCode?: string;
        /** 2400/HCP/12. */
        readonly repricedApprovedServiceUnitCount?: number;
        /** 2400/HCP/03. */
        readonly repricedSavingAmount?: string;
        /** 2400/HCP/04. */
        readonly repricingOrganizationIdentifier?: string;
        /** 2400/HCP/05. */
        readonly repricingPerDiemOrFlatRateAmount?: string;
        /** 2400/HCP/09. */
        readonly serviceIdQualifier?: 'AD';
      };
      /** It has no place in the claim and is not sent. */
      readonly postageTaxAmount?: string;
      /** 2400/REF[01=6R]/02. */
      readonly providerControlNumber?: string;
      readonly renderingProvider?: {
        /** 2420A/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** 2420A/NM1[02=1]/04. */
        readonly firstName?: string;
        /** 2420A/NM1[02=1]/03. */
        readonly lastName?: string;
        /** 2420A/REF[01=LU]/02. */
        readonly locationNumber?: string;
        /** 2420A/NM1[02=1]/05. */
        readonly middleName?: string;
        /** 2420A/NM1[08=XX]/09. */
        readonly npi?: string;
        /** 2420A/NM1[02=2]/03. */
        readonly organizationName?: string;
        /** 2420A/REF[01=1G]/02. */
        readonly providerUpinNumber?: string;
        /** 2420A/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420A/NM1[02=1]/07. */
        readonly suffix?: string;
        /** 2420A/PRV[01=PE][02=PXC]/03. */
        readonly taxonomyCode: string;
      };
      /** 2400/AMT[01=T]/02. */
      readonly salesTaxAmount?: string;
      /** 2400/DTP[01=472]/03. */
      readonly serviceDate?: string;
      readonly serviceFacilityLocation?: {
        readonly address?: DentalAddress2;
        /** 2420D/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** 2420D/REF[01=LU]/02. */
        readonly locationNumber?: string;
        /** 2420D/NM1[08=XX]/09. */
        readonly npi?: string;
        /** 2420D/NM1/03. */
        readonly organizationName: string;
        /** 2420D/REF[01=1G]/02. */
        readonly providerUpinNumber?: string;
      };
      readonly serviceLineDateInformation?: {
        /** 2400/DTP[01=452]/03. */
        readonly applianceDate?: string;
        /** 2400/DTP[01=139]/03. */
        readonly estimatedPriorPlacementDate?: string;
        /** 2400/DTP[01=441]/03. */
        readonly priorPlacementDate?: string;
        /** 2400/DTP[01=446]/03. */
        readonly replacementDate?: string;
        /** 2400/DTP[01=198]/03. */
        readonly treatmentCompletionDate?: string;
        /** 2400/DTP[01=196]/03. */
        readonly treatmentStartDate?: string;
      };
      readonly serviceLineReferenceInformation?: {
        /** 2400/REF[01=9D]/02. */
        readonly adjustedRepricedLineItemReferenceNumber?: string;
        readonly predeterminationOfBenefits?: readonly {
          /** 2400/REF[01=G3]/04-2. */
          readonly otherPayerPrimaryIdentifier?: string;
          /** 2400/REF[01=G3]/02. */
          readonly predeterminationOfBenefits: string;
        }[];
        readonly priorAuthorization?: readonly {
          /** 2400/REF[01=G1]/04-2. */
          readonly otherPayerPrimaryIdentifier?: string;
          /** 2400/REF[01=G1]/02. */
          readonly priorAuthorizationOrReferralNumber: string;
        }[];
        /** 2400/REF[01=9F]/02. */
        readonly referralNumber?: readonly string[];
        /** 2400/REF[01=9B]/02. */
        readonly repricedLineItemReferenceNumber?: string;
      };
      readonly supervisingProvider?: {
        /** 2420C/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** 2420C/NM1/04. */
        readonly firstName?: string;
        /** 2420C/NM1/03. */
        readonly lastName?: string;
        /** 2420C/REF[01=LU]/02. */
        readonly locationNumber?: string;
        /** 2420C/NM1/05. */
        readonly middleName?: string;
        /** 2420C/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** 2420C/REF[01=1G]/02. */
        readonly providerUpinNumber?: string;
        /** 2420C/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420C/NM1/07. */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      readonly teethInformation?: readonly ({
        /** 2400/TOO/02. */
        readonly toothCode: string;
        /** 2400/TOO/03-1 03-2 03-3 03-4 03-5. */
        readonly toothSurfaceCodes?: readonly ('B' | 'D' | 'F' | 'I' | 'L' | 'M' | 'O')[];
      })[];
    })[];
    /** 2300/CLM/06. */
    readonly signatureIndicator: 'N' | 'Y';
    /** 2300/CLM/12. */
    readonly specialProgramCode?: '01' | '02' | '03' | '05';
    readonly toothStatus?: readonly ({
      /** 2300/DN2/01. */
      readonly toothNumber: string;
      /** 2300/DN2/02. */
      readonly toothStatusCode: 'E' | 'M';
    })[];
  };
  readonly dependent?: {
    readonly address?: DentalAddress2;
    /** 2010CA/DMG[01=D8]/02. */
    readonly dateOfBirth: string;
    /** 2010CA/NM1/04. */
    readonly firstName: string;
    /** 2010CA/DMG/03. */
    readonly gender: 'M' | 'F' | 'U';
    /** 2010CA/NM1/03. */
    readonly lastName: string;
    /** 2010CA/REF[01=1W]/02. */
    readonly memberId?: string;
    /** 2010CA/NM1/05. */
    readonly middleName?: string;
    /** 2000C/PAT/01. */
    readonly relationshipToSubscriberCode: '01' | '19' | '20' | '21' | '39' | '40' | '53' | 'G8';
    /** 2010CA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2010CA/NM1/07. */
    readonly suffix?: string;
  };
  readonly payToAddress?: DentalAddress2;
  readonly payToPlan?: {
    readonly address: DentalAddress2;
    /** 2010AC/NM1/03. */
    readonly organizationName: string;
    /** 2010AC/NM1/09. */
    readonly primaryIdentifier: string;
    /** 2010AC/NM1/08. */
    readonly primaryIdentifierTypeCode: 'PI' | 'XV';
    /** 2010AC/REF[01=2U,FY,NF]/02. */
    readonly secondaryIdentifier?: string;
    /** 2010AC/REF[01=2U,FY,NF]/01. */
    readonly secondaryIdentifierTypeCode?: '2U' | 'FY' | 'NF';
    /** 2010AC/REF[01=EI]/02. */
    readonly taxIdentificationNumber: string;
  };
  readonly payerAddress?: DentalAddress2;
  readonly receiver: {
    /** 1000B/NM1/03. */
    readonly organizationName: string;
  };
  readonly referring?: {
    /** @deprecated */
    readonly address?: DentalAddress;
    /** 2310A/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: DentalContact;
    /** 2310A/NM1/04. */
    readonly firstName?: string;
    /** 2310A/NM1/03. */
    readonly lastName?: string;
    /** 2310A/NM1/05. */
    readonly middleName?: string;
    /** 2310A/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310A/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310A/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310A/NM1/07. */
    readonly suffix?: string;
    /** 2310A/PRV[01=RF][02=PXC]/03. @deprecated */
    readonly taxonomyCode?: string;
  };
  readonly rendering?: {
    /** @deprecated */
    readonly address?: DentalAddress;
    /** 2310B/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: DentalContact;
    /** 2310B/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2310B/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2310B/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2310B/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2310B/NM1[08=XX]/09. */
    readonly npi?: string;
    /** 2310B/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310B/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310B/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310B/NM1[02=1]/07. */
    readonly suffix?: string;
    /** 2310B/PRV[01=PE][02=PXC]/03. */
    readonly taxonomyCode?: string;
  };
  readonly submitter: {
    readonly contactInformation: DentalContact2;
    /** 1000A/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 1000A/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 1000A/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 1000A/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 1000A/NM1[08=46]/09. */
    readonly submitterIdentification?: string;
  };
  readonly subscriber: {
    readonly address?: DentalAddress2;
    /** 2010BA/DMG[01=D8]/02. */
    readonly dateOfBirth?: string;
    /** 2010BA/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2010BA/DMG/03. */
    readonly gender?: 'M' | 'F' | 'U';
    /** 2000B/SBR/03. */
    readonly groupNumber?: string;
    /** 2000B/SBR/05. */
    readonly insuranceTypeCode?: '12' | '13' | '14' | '15' | '16' | '41' | '42' | '43' | '47';
    /** 2010BA/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2010BA/NM1[08=MI]/09. */
    readonly memberId?: string;
    /** 2010BA/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2010BA/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 2000B/SBR/01. */
    readonly paymentResponsibilityLevelCode?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'P' | 'S' | 'T' | 'U';
    /** 2000B/SBR/03. */
    readonly policyNumber?: string;
    /** 2010BA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2000B/SBR/04. */
    readonly subscriberGroupName?: string;
    /** 2010BA/NM1[02=1]/07. */
    readonly suffix?: string;
  };
  readonly supervising?: {
    /** @deprecated */
    readonly address?: DentalAddress;
    /** 2310E/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: DentalContact;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly employerId?: string;
    /** 2310E/NM1/04. */
    readonly firstName?: string;
    /** 2310E/NM1/03. */
    readonly lastName?: string;
    /** 2310E/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2310E/NM1/05. */
    readonly middleName?: string;
    /** 2310E/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310E/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly ssn?: string;
    /** 2310E/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310E/NM1/07. */
    readonly suffix?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly taxonomyCode?: string;
  };
  /** 2010BB/NM1/03. */
  readonly tradingPartnerName?: string;
  readonly tradingPartnerSecondaryIdentifiers?: {
    /** 2010BB/REF[01=FY]/02. */
    readonly claimOfficeNumber?: string;
    /** 2010BB/REF[01=EI]/02. */
    readonly employerIdentificationNumber?: string;
    /** 2010BB/REF[01=NF]/02. */
    readonly naic?: string;
    /** 2010BB/REF[01=2U]/02. @deprecated */
    readonly payerIdentificationNumber?: string;
  };
  /** 2010BB/NM1[08=PI]/09. */
  readonly tradingPartnerServiceId: string;
  /** ISA15. */
  readonly usageIndicator?: string;
}

export interface DentalAddress {
  /** It has no place in the claim and is not sent. */
  readonly address1: string;
  /** It has no place in the claim and is not sent. */
  readonly address2?: string;
  /** It has no place in the claim and is not sent. */
  readonly city: string;
  /** It has no place in the claim and is not sent. */
  readonly countryCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly countrySubDivisionCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly postalCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly state?: string;
}

export interface DentalAddress2 {
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly countryCode?: string;
  readonly countrySubDivisionCode?: string;
  readonly postalCode?: string;
  readonly state?: string;
}

export interface DentalAdjustmentDetails {
  readonly adjustmentAmount: string;
  readonly adjustmentQuantity?: string;
  readonly adjustmentReasonCode: string;
}

export interface DentalClaimLevelAdjustments {
  readonly adjustmentDetails: readonly DentalAdjustmentDetails[];
  readonly adjustmentGroupCode: 'CO' | 'CR' | 'OA' | 'PI' | 'PR';
}

export interface DentalContact {
  /** It has no place in the claim and is not sent. */
  readonly email?: string;
  /** It has no place in the claim and is not sent. */
  readonly faxNumber?: string;
  /** It has no place in the claim and is not sent. */
  readonly name?: string;
  /** It has no place in the claim and is not sent. */
  readonly phoneExtension?: string;
  /** It has no place in the claim and is not sent. */
  readonly phoneNumber?: string;
}

export interface DentalContact2 {
  readonly email?: string;
  readonly faxNumber?: string;
  readonly name?: string;
  readonly phoneExtension?: string;
  readonly phoneNumber?: string;
}

export interface DentalContractInformation {
  readonly contractAmount?: string;
  readonly contractCode?: string;
  readonly contractPercentage?: string;
  readonly contractTypeCode: '02' | '03' | '04' | '05' | '06' | '09';
  readonly contractVersionIdentifier?: string;
  readonly termsDiscountPercentage?: string;
}

export interface DentalReportInformation {
  readonly attachmentControlNumber?: string;
  readonly attachmentId?: string;
  readonly attachmentReportTypeCode: 'B4' | 'DA' | 'DG' | 'EB' | 'OZ' | 'P6' | 'RB' | 'RR';
  readonly attachmentTransmissionCode: 'AA' | 'BM' | 'EL' | 'EM' | 'FT' | 'FX';
}

export interface DentalSecondaryIdentifier {
  readonly identifier: string;
  /** It has no place in the claim and is not sent. @deprecated */
  readonly otherIdentifier?: string;
  readonly qualifier: string;
}
